import type { CapabilityDetail } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const node = {
  tag: 'data.query',
  parent: 'data',
  depth: 1,
  label: 'Queries',
  description: 'Asks a store of data.',
  aliases: ['query data'],
  deprecated: false,
  children: 1,
  tools: 2,
  toolsBelow: 7,
};
const detail: CapabilityDetail = {
  ...node,
  path: ['data', 'data.query'],
  below: [{ ...node, tag: 'data.query.sql' }],
  alsoKnownAs: ['lookup'],
};

describe('capabilities', () => {
  it('lists the tree, and the capabilities that match words', async () => {
    const tree = await assay(['capabilities', 'list', '--under', 'data'], {
      answers: { 'GET /v1/capabilities?limit=200&under=data': { items: [node], nextCursor: null } },
    });
    expect(tree.code).toBe(0);
    expect(tree.out).toMatch(/ {2}data\.query +7 +Asks a store of data\./);
    const found = await assay(['capabilities', 'list', 'ask', 'data', '--json'], {
      answers: { 'GET /v1/capabilities?limit=200&query=ask+data': { items: [node], nextCursor: null } },
    });
    expect(JSON.parse(found.out)).toMatchObject({ items: [{ tag: 'data.query' }] });
  });

  it('lists everything without a limit', async () => {
    const whole = await assay(['capabilities', 'list'], {
      answers: {
        'GET /v1/capabilities?limit=200': { items: [node], nextCursor: 'next' },
        'GET /v1/capabilities?limit=200&cursor=next': { items: [{ ...node, tag: 'web' }], nextCursor: null },
      },
    });
    expect(whole.out).toMatch(/data\.query[\s\S]*web/);
    const some = await assay(['capabilities', 'list', '--limit', '1'], {
      answers: { 'GET /v1/capabilities?limit=1': { items: [node], nextCursor: 'next' } },
    });
    expect(some.err).toContain('--cursor next');
  });

  it('shows one, where it lies and what it is also called', async () => {
    const { out, err } = await assay(['capabilities', 'show', 'lookup'], {
      answers: { 'GET /v1/capabilities/lookup': detail },
    });
    expect(out).toContain('In the tree: data > data.query');
    expect(out).toContain('Other tags: lookup');
    expect(err).toContain('assay search --capability data.query');
  });

  it('proposes, and says whether it was added or waits', async () => {
    const argv = [
      'capabilities',
      'propose',
      'data.query',
      '--label',
      'Queries',
      '--description',
      'Asks.',
      '--alias',
      'a,b',
      '--parent',
      'none',
    ];
    const added = await assay(argv, { answers: { 'POST /v1/capabilities': detail } });
    expect(added.asked[0]?.body).toEqual({
      tag: 'data.query',
      label: 'Queries',
      description: 'Asks.',
      aliases: ['a', 'b'],
      parent: null,
    });
    expect(added.out).toBe('Added: data.query, at data > data.query.\n');
    const held = await assay(argv, { answers: { 'POST /v1/capabilities': { id: 'r1', state: 'open' } } });
    expect(held.out).toBe("Proposed: data.query is waiting for an administrator's review (review r1).\n");
  });

  it('changes and merges', async () => {
    const changed = await assay(['capabilities', 'change', 'data.query', '--deprecate', '--parent', 'web'], {
      answers: { 'PATCH /v1/capabilities/data.query': detail },
    });
    expect(changed.asked[0]?.body).toEqual({ parent: 'web', deprecated: true });
    const merged = await assay(['capabilities', 'merge', 'lookup', '--into', 'data.query'], {
      answers: { 'POST /v1/capabilities/lookup/merge': detail },
    });
    expect(merged.asked[0]?.body).toEqual({ into: 'data.query' });
    expect(merged.out).toContain('lookup stands for data.query');
  });

  it.each([
    ['nothing to change', ['change', 'data']],
    ['both at once', ['change', 'data', '--deprecate', '--restore']],
    ['no label', ['propose', 'data', '--description', 'x']],
    ['nothing to merge into', ['merge', 'data']],
  ])('refuses %s as wrong usage', async (_, argv) => {
    expect(await assay(['capabilities', ...argv])).toMatchObject({ code: 2, asked: [] });
  });

  it('fails as the server does', async () => {
    const answers = { 'GET /v1/capabilities/none': problem(404, 'not_found', 'No capability "none".') };
    expect(await assay(['capabilities', 'show', 'none'], { answers })).toMatchObject({
      code: 1,
      err: 'No capability "none".\n',
    });
  });
});
