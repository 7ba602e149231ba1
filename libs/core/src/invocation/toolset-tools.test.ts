import { aCaller, aManifest, aNamespace, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { Catalogue } from '../catalog/catalogue.js';
import type { Toolset } from '../catalog/toolsets/toolset.js';
import { Directory } from '../identity/directory.js';
import { callOfToolset, ToolsetTools } from './toolset-tools.js';

const toolset: Toolset = {
  id: 'one',
  organisationId: 'org-acme',
  name: 'desk',
  description: null,
  visibility: 'organisation',
  tools: [
    { tool: 'acme/orders.create@^1', as: 'order', preset: { item: 'tea' } },
    { tool: 'acme/gone', as: 'gone', preset: {} },
  ],
  createdAt: 0,
  createdBy: null,
  updatedAt: 0,
};

function shown(...numbers: string[]) {
  const catalogue = new Catalogue();
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const version of numbers) {
    const state = aVersion(aManifest({ version }), version === '1.1.0' ? { stage: 'BETA' } : {});
    catalogue.apply({ kind: 'tool-version', id: state.id, state });
  }
  const tools = new ToolsetTools(catalogue, directory);
  return (caller = aCaller()) => tools.list(toolset, caller).map((it) => [it.name, it.version.version, it.inputSchema]);
}

describe('ToolsetTools', () => {
  it('shows each tool at the version a call would go to, without what is preset', () => {
    expect(shown('1.0.0', '1.2.0', '2.0.0')()).toEqual([['order', '1.2.0', { type: 'object', properties: {} }]]);
  });

  it('leaves out what this caller may not call', () => {
    const list = shown('1.1.0', '1.2.0');
    expect(list(aCaller({ id: 'principal-bob' }))).toMatchObject([['order', '1.1.0', {}]]);
    expect(list(aCaller({ id: 'principal-eve', organisationId: 'org-other' }))).toEqual([]);
  });
});

describe('callOfToolset', () => {
  it('calls the tool behind the name, with what is preset', () => {
    const call = callOfToolset(toolset, 'order', { note: 'n' });
    expect(call).toEqual({ ok: true, value: { tool: 'acme/orders.create@^1', input: { note: 'n', item: 'tea' } } });
  });

  it('refuses what would change a preset, and names that are not in the set', () => {
    expect(callOfToolset(toolset, 'order', { item: 'tea' })).toMatchObject({
      error: { code: 'invalid_input', issues: [{ path: '/input/item' }] },
    });
    expect(callOfToolset(toolset, 'orders.create', {})).toMatchObject({ error: { code: 'not_found' } });
  });
});
