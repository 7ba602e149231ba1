import { fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { actNode } from './act.js';
import { Problems } from './draft.js';

const rule = { kind: 'template', template: { kind: 'literal', value: {} }, missing: 'null' } as const;
const schema = { type: 'object', properties: { mark: { type: 'string' } } };
const find = ((tool: string) =>
  tool.startsWith('acme/')
    ? ok({ manifest: { description: `Does ${'x'.repeat(400)}`, inputSchema: schema } })
    : fail('not_found', `${tool} does not exist.`)) as unknown as FindTool;

function read(body: { readonly observe?: string | object; readonly tools: readonly string[]; readonly max?: number }) {
  const problems = new Problems();
  const node = actNode(
    { observe: 'acme/look', ...body } as never,
    rule,
    { place: '/act', id: 'act' },
    { find, problems },
  );
  return { node, issues: problems.issues };
}

describe('actNode', () => {
  it('offers each tool by the last part of its name, with a short description and its schema', () => {
    const { node, issues } = read({ tools: ['acme/page.click@1', 'acme/fill'] });
    expect(issues).toEqual([]);
    expect(node.offers.map(({ name }) => name)).toEqual(['click', 'fill']);
    expect(node.offers[0]).toMatchObject({ inputSchema: schema });
    expect(node.offers[0]?.description).toHaveLength(300);
    expect(node.body.nodes).toHaveLength(3);
  });

  it('observes with a fixed input where one is stated', () => {
    expect(read({ tools: ['acme/fill'] }).node.observeInput).toEqual({});
    const observe = { tool: 'acme/look', input: { full: true } };
    expect(read({ observe, tools: ['acme/fill'] }).node.observeInput).toEqual({ full: true });
    const { issues } = read({ observe: { tool: 'other/look' }, tools: ['acme/fill'] });
    expect(issues).toMatchObject([{ path: '/act/observe' }]);
  });

  it('takes the number of turns that is stated', () => {
    expect(read({ tools: ['acme/fill'], max: 3 }).node.max).toBe(3);
    expect(read({ tools: ['acme/fill'] }).node.max).toBeGreaterThan(3);
  });

  it('reports tools that do not exist, names that are equal, and a tool that is named like the end', () => {
    const { issues } = read({ observe: 'other/look', tools: ['acme/a.click', 'acme/b.click', 'acme/done', 'other/x'] });
    expect(issues.map(({ path }) => path).sort()).toEqual([
      '/act/observe',
      '/act/tools/1',
      '/act/tools/2',
      '/act/tools/3',
    ]);
  });
});
