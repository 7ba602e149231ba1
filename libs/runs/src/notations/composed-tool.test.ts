import { fail, ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { readComposedTool, readMappingReference } from './composed-tool.js';

const find: FindTool = (name) =>
  name.startsWith('t/') ? ok({ nesting: 0, manifest: aManifest({ name }) }) : fail('not_found', `No tool "${name}".`);
const compose = (...inputMappings: Record<string, unknown>[]) =>
  readComposedTool(
    { mode: 'compose', steps: inputMappings.map((inputMapping) => ({ tool: 't/a', inputMapping })) },
    find,
  );

describe('readMappingReference', () => {
  it.each([
    ['$input', { source: 'input', path: [] }],
    ['$input.a.b', { source: 'input', path: ['a', 'b'] }],
    ['$prev', { source: 1, path: [] }],
    ['$prev.bar', { source: 1, path: ['bar'] }],
    ['$steps[0]', { source: 0, path: [] }],
    ['$steps[0].output.data', { source: 0, path: ['output', 'data'] }],
    ['$steps[1].0', { source: 1, path: ['0'] }],
  ])('in the third step %s leads to %j', (text, reference) => {
    expect(readMappingReference(text, 2)).toEqual(reference);
  });

  it.each(['$inputs', '$input.', '$steps', '$steps[x]', '$steps[01]', 'a $input', '$previous', '$', ''])(
    'takes %j for a literal',
    (text) => {
      expect(readMappingReference(text, 2)).toBeUndefined();
    },
  );

  it('says why a reference may not be', () => {
    expect(readMappingReference('$prev', 0)).toMatch(/nothing before it/);
    expect(readMappingReference('$steps[2]', 2)).toMatch(/comes now/);
    expect(readMappingReference('$steps[3].a', 2)).toMatch(/comes later/);
    expect(readMappingReference('$prev.a', 0, 'incoming')).toEqual({ source: 'incoming', path: ['a'] });
  });
});

describe('readComposedTool', () => {
  it('has each step after the one before, and returns the last one', () => {
    const read = compose({}, { x: '$input' }, { x: ['$steps[0]', { y: '$prev' }] });
    expect(read.ok && read.value.nodes.map((it) => it.needs)).toEqual([[], [0], [1, 0]]);
    expect(read.ok && read.value.outputs).toEqual([2]);
  });

  it('keeps steps of the same name apart', () => {
    const steps = ['same', 'same'].map((name) => ({ name, tool: 't/a', inputMapping: {} }));
    const read = readComposedTool({ mode: 'compose', steps }, find);
    expect(read.ok && read.value.nodes.map((it) => it.place)).toEqual(['/steps/0', '/steps/1']);
  });

  it.each([
    [
      ['a', 'a', 'a'],
      ['a', 'a 1', 'a 2'],
    ],
    [
      ['a', 'a 2', 'a'],
      ['a', 'a 2', 'a 2*'],
    ],
    [
      ['step 1', undefined],
      ['step 1', 'step 1*'],
    ],
    [
      ['a 1', 'a', 'a 1', 'a'],
      ['a 1', 'a', 'a 1 2', 'a 3'],
    ],
  ])('calls steps named %j %j: each is kept, and made once, under its own', (names, ids) => {
    const steps = names.map((name) => ({ ...(name && { name }), tool: 't/a', inputMapping: {} }));
    const read = readComposedTool({ mode: 'compose', steps }, find);
    expect(read.ok && read.value.nodes.map((it) => it.id)).toEqual(ids);
  });

  it('tells every problem at once, each with its place', () => {
    const steps = [
      { tool: 'nowhere/x', inputMapping: { a: '$prev' } },
      { tool: 't/a', inputMapping: { b: { c: ['$steps[1]'] } } },
    ];
    const read = readComposedTool({ mode: 'compose', steps }, find);
    expect(read).toMatchObject({
      ok: false,
      error: [{ path: '/steps/0/tool' }, { path: '/steps/0/inputMapping/a' }, { path: '/steps/1/inputMapping/b/c/0' }],
    });
    expect(compose()).toMatchObject({ ok: false, error: [{ path: '/steps' }] });
  });
});
