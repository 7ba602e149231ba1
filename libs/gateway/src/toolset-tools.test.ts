import { Directory } from '@assay/identity';
import { Catalogue, type Toolset } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ToolsetTools } from './toolset-tools.js';

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
  responseTokens: null,
  enables: [],
  updatedAt: 0,
};

function toolsOf(...numbers: string[]) {
  const catalogue = new Catalogue();
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const version of numbers) {
    const state = aVersion(aManifest({ version }), version === '1.1.0' ? { stage: 'BETA' } : {});
    catalogue.apply({ kind: 'tool-version', id: state.id, state });
  }
  return new ToolsetTools(catalogue, directory);
}

const shown =
  (...numbers: string[]) =>
  (caller = aCaller()) =>
    toolsOf(...numbers)
      .list(toolset, caller)
      .map((it) => [it.name, it.version.version, it.inputSchema]);
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

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

describe('what a caller may know of a set', () => {
  it('is those of its tools that the caller may see', () => {
    const names = (caller = aCaller()) =>
      toolsOf('1.0.0')
        .seen(toolset, caller)
        .tools.map((it) => it.as);
    expect([names(), names(stranger)]).toEqual([['order'], []]);
  });
});

describe('the signature of sets', () => {
  it('changes with their contents, and with the state of the tools in them, and not otherwise', () => {
    const catalogue = new Catalogue();
    const directory = new Directory();
    const tools = new ToolsetTools(catalogue, directory);
    const version = aVersion(aManifest());
    const put = (parts: object) =>
      catalogue.apply({ kind: 'tool-version', id: version.id, state: { ...version, ...parts } });
    put({});
    const before = tools.signature([toolset]);
    catalogue.apply({
      kind: 'tool-version',
      id: 'o',
      state: { ...aVersion(aManifest({ name: 'acme/other' })), id: 'o' },
    });
    expect(tools.signature([{ ...toolset }])).toBe(before);
    expect(tools.signature([{ ...toolset, tools: [] }])).not.toBe(before);
    expect(tools.signature([{ ...toolset, updatedAt: 1 }])).not.toBe(before);
    put({ status: 'YANKED' });
    expect(tools.signature([toolset])).not.toBe(before);
  });
});

describe('a call of a tool of a set', () => {
  const call = (name: string, input: Record<string, unknown>, caller = aCaller()) =>
    toolsOf('1.0.0').call(toolset, caller, name, input);

  it('is one of the tool behind the name, with what is preset, which stays as it is', () => {
    expect(call('order', { note: 'n' })).toEqual({
      ok: true,
      value: {
        request: { tool: 'acme/orders.create@^1', input: { note: 'n', item: 'tea' } },
        isText: false,
        isPromised: false,
        fixed: { item: 'tea' },
      },
    });
  });

  it('is refused where it would change a preset', () => {
    expect(call('order', { item: 'tea' })).toMatchObject({
      error: { code: 'invalid_input', issues: [{ path: '/input/item' }] },
    });
  });

  it('is refused under a name that is not in the set, or that the caller may not know, in the same words', () => {
    const none = 'The toolset "desk" has no tool "NAME": it has';
    const messageOf = (name: string) => none.replace('NAME', name);
    expect(call('orders.create', {})).toMatchObject({
      error: { code: 'not_found', message: `${messageOf('orders.create')} order.` },
    });
    expect(call('gone', {})).toMatchObject({ error: { code: 'not_found', message: `${messageOf('gone')} order.` } });
    expect(call('order', {}, stranger)).toMatchObject({
      error: { code: 'not_found', message: `${messageOf('order')} none that you may call.` },
    });
  });
});
