import { fail, ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Node } from '../plan.js';
import { type Chain, readChain } from './chain.js';

const ports = {
  find: (name: string) =>
    name.startsWith('t/') ? ok({ nesting: 0, manifest: aManifest({ name }) }) : fail('not_found', `No tool "${name}".`),
  predicate: (text: string) =>
    text === 'bad' ? fail('invalid_request', 'is no CEL') : ok({ text, evaluate: () => ok(1) }),
};
const link = (tool = 't/a'): Chain => ({ tool, input: {} });
const nodesOf = (chain: Chain): readonly Node[] => {
  const read = readChain(chain, ports);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.nodes;
};

describe('readChain', () => {
  it('makes one sequence of sequences within sequences: the operator is associative', () => {
    const left = nodesOf({ sequence: [{ sequence: [link('t/a'), link('t/b')] }, link('t/c')] });
    const right = nodesOf({ sequence: [link('t/a'), { sequence: [link('t/b'), link('t/c')] }] });
    const shape = (nodes: readonly Node[]) => nodes.map((it) => [it.kind === 'tool' && it.tool, it.needs]);
    expect(shape(left)).toEqual([
      ['t/a', []],
      ['t/b', [0]],
      ['t/c', [1]],
    ]);
    expect(shape(right)).toEqual(shape(left));
  });

  it('reads branches, fan-outs and loops, with their defaults', () => {
    const [branch, fan, loop] = nodesOf({
      sequence: [
        { branch: { on: { model: 'Which?' }, cases: { a: link() }, default: link() } },
        { parallel: { branches: { x: link(), y: link() }, join: { best: 'output.n' } } },
        { repeat: { body: link(), max: 3, until: 'output.done' } },
      ],
    });
    expect(branch).toMatchObject({ kind: 'branch', on: { question: 'Which?', threshold: 0.7 }, from: 'incoming' });
    expect(fan).toMatchObject({ kind: 'parallel', join: { kind: 'best' }, score: { text: 'output.n' }, from: 0 });
    expect(loop).toMatchObject({ kind: 'repeat', max: 3, until: { text: 'output.done' }, from: 1 });
  });

  it('tells every problem at once, each with its place', () => {
    const read = readChain(
      {
        sequence: [
          { tool: 'nowhere/a', input: { x: '$steps[4]' } },
          { branch: { on: 'bad', cases: {} } },
          { parallel: { branches: {}, join: { quorum: 0 } } },
          {
            parallel: {
              branches: { 'a/b': { repeat: { body: { sequence: [] }, max: 1, until: 'bad' } } },
              join: { best: 'bad' },
            },
          },
        ],
      },
      ports,
    );
    expect(read.ok ? [] : read.error.map((it) => it.path)).toEqual([
      '/sequence/0/tool',
      '/sequence/0/input/x',
      '/sequence/1/branch/on',
      '/sequence/1/branch/cases',
      '/sequence/2/parallel/branches',
      '/sequence/2/parallel/join/quorum',
      '/sequence/3/parallel/branches/a~1b/repeat/body/sequence',
      '/sequence/3/parallel/branches/a~1b/repeat/until',
      '/sequence/3/parallel/join/best',
    ]);
  });

  it.each([0.01, 0.5, 1])('takes a quorum of %d', (quorum) => {
    expect(nodesOf({ parallel: { branches: { a: link() }, join: { quorum } } })[0]).toMatchObject({
      join: { kind: 'quorum', share: quorum },
    });
  });

  it.each([0, -1, 1.01, Number.NaN])('refuses a quorum of %d', (quorum) => {
    const read = readChain({ parallel: { branches: { a: link() }, join: { quorum } } }, ports);
    expect(read.ok).toBe(false);
  });
});
