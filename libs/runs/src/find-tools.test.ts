import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { FindTools } from './find-tools.js';
import { smallCompositions as composing } from './testing/small-compositions.js';

const composite = (tool: string) => ({
  protocol: 'composite' as const,
  endpoint: { notation: 'plan', definition: { steps: [{ id: 'a', tool, arguments: {} }] } },
});

it('finds what a call would go to, once, and says what it found', async () => {
  const { house, publish } = await composing();
  const tools = new FindTools(house, aCaller());
  expect(tools.find('acme/read@^1')).toMatchObject({
    ok: true,
    value: { isExact: false, version: { version: '1.0.0' } },
  });
  publish({ name: 'acme/read', version: '1.1.0' });
  expect(tools.find('acme/read@^1')).toMatchObject({ value: { version: { version: '1.0.0' } } });
  expect(tools.find('acme/read@1.1.0')).toMatchObject({ value: { isExact: true, version: { version: '1.1.0' } } });
  expect(tools.find('acme/none')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(tools.pins()).toEqual({ 'acme/read@^1': '1.0.0', 'acme/read@1.1.0': '1.1.0' });
});

it('keeps to the versions a run began with', async () => {
  const { house, publish } = await composing();
  publish({ name: 'acme/read', version: '1.1.0' });
  const tools = new FindTools(house, aCaller(), { 'acme/read': '1.0.0', 'acme/act': '9.0.0' });
  expect(tools.find('acme/read')).toMatchObject({ value: { version: { version: '1.0.0' } } });
  expect(tools.find('acme/act')).toMatchObject({ ok: false });
});

it('counts how deep compositions nest, and takes a circle for deeper than any may be', async () => {
  const { house, publish } = await composing();
  publish({ name: 'acme/one', ...composite('acme/read') });
  publish({ name: 'acme/two', ...composite('acme/one') });
  publish({ name: 'acme/left', ...composite('acme/right') });
  publish({ name: 'acme/right', ...composite('acme/left') });
  const tools = new FindTools(house, aCaller());
  const nesting = (tool: string): number => {
    const found = tools.find(tool);
    return found.ok ? found.value.nesting : -1;
  };
  expect(['acme/read', 'acme/one', 'acme/two'].map(nesting)).toEqual([0, 1, 2]);
  expect(nesting('acme/left')).toBeGreaterThan(8);
});

it('counts the calls that a tool may come to, loops and the compositions in it included', async () => {
  const { house, publish } = await composing();
  const chain = (definition: object) => ({
    protocol: 'composite' as const,
    endpoint: { notation: 'chain', definition },
  });
  const read = { tool: 'acme/read' };
  publish({ name: 'acme/one', ...composite('acme/read') });
  publish({ name: 'acme/loop', ...chain({ repeat: { body: { tool: 'acme/one' }, max: 100, until: 'true' } }) });
  const branches = { a: { sequence: [read, { tool: 'acme/loop' }] }, b: read };
  publish({ name: 'acme/fan', ...chain({ parallel: { branches, join: 'all' } }) });
  publish({ name: 'acme/branch', ...chain({ branch: { on: 'input.x', cases: branches, default: read } }) });
  const tools = new FindTools(house, aCaller());
  const calls = (tool: string) => {
    const found = tools.find(tool);
    return found.ok ? found.value.calls : undefined;
  };
  const names = ['acme/read', 'acme/one', 'acme/loop', 'acme/fan', 'acme/branch'];
  expect(names.map(calls)).toEqual([1, 2, 201, 204, 203]);
});
