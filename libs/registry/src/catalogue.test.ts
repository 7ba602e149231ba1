import { Aliases } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { actingKitOf, Catalogue, serverOf } from './catalogue.js';
import { aManifest, aRevocation, aServer, aVersion } from './testing/builders.js';

const v1 = aVersion(aManifest({ version: '1.0.0' }));
const v2 = aVersion(aManifest({ version: '2.0.0' }));

describe('Catalogue', () => {
  it('keeps versions newest first for any order of changes, without duplicates', () => {
    const catalogue = new Catalogue();
    for (const version of [v1, v2, v1]) catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
    expect(catalogue.tool('acme/orders.create')?.versions.map((it) => it.version)).toEqual(['2.0.0', '1.0.0']);
    expect(catalogue.version('acme/orders.create', '1.0.0')).toBe(v1);
  });

  it('forgets a tool with its last version', () => {
    const catalogue = new Catalogue();
    catalogue.apply({ kind: 'tool-version', id: v1.id, state: v1 });
    expect(catalogue.sortedIds()).toEqual(['acme/orders.create']);
    catalogue.apply({ kind: 'tool-version', id: v1.id, state: null });
    expect(catalogue.tool('acme/orders.create')).toBeUndefined();
    expect(catalogue.sortedIds()).toEqual([]);
    expect(catalogue.toolsOn('acme/orders')).toEqual([]);
  });

  it('notifies of changed and removed versions, not of new ones', () => {
    const catalogue = new Catalogue();
    const heard: unknown[] = [];
    const stop = catalogue.listenToVersions((former, present) => heard.push([former, present]));
    const changed = { ...v1, usageCount: 1 };
    for (const state of [v1, changed, null]) catalogue.apply({ kind: 'tool-version', id: v1.id, state });
    expect(heard).toEqual([
      [v1, changed],
      [changed, null],
    ]);
    stop();
    for (const state of [v1, changed]) catalogue.apply({ kind: 'tool-version', id: v1.id, state });
    expect(heard).toHaveLength(2);
  });

  it('finds servers by name and the tools that live on them', () => {
    const catalogue = new Catalogue();
    catalogue.apply({ kind: 'server', id: 's', state: aServer({ id: 's' }) });
    catalogue.apply({ kind: 'tool-version', id: v1.id, state: v1 });
    expect(catalogue.server('acme/orders')?.id).toBe('s');
    expect(catalogue.toolsOn('acme/orders').map((it) => it.id)).toEqual(['acme/orders.create']);
    catalogue.apply({ kind: 'server', id: 's', state: null });
    expect(catalogue.server('acme/orders')).toBeUndefined();
  });

  it('separates a tool from its server when one of them moved to another organisation', () => {
    const catalogue = new Catalogue();
    const server = aServer({ id: 's' });
    catalogue.apply({ kind: 'server', id: 's', state: server });
    catalogue.apply({ kind: 'tool-version', id: v1.id, state: v1 });
    expect(catalogue.serverFor(v1)).toBe(server);
    catalogue.apply({ kind: 'server', id: 's', state: { ...server, organisationId: 'org-other' } });
    expect(catalogue.serverFor(v1)).toBeUndefined();
    expect(catalogue.toolsOn('acme/orders')).toEqual([]);
  });

  it('finds tools and servers by former names', () => {
    const aliases = new Aliases();
    const catalogue = new Catalogue(aliases);
    const alias = { id: 'a', organisationId: 'org-acme', name: 'acme', target: 'apex', createdAt: 0, createdBy: null };
    aliases.apply('namespace-alias', 'a', alias);
    const manifest = aManifest({ name: 'apex/orders.create' });
    const moved = { ...aVersion(manifest), publishedAs: 'acme/orders.create' };
    catalogue.apply({ kind: 'server', id: 's', state: aServer({ id: 's', namespace: 'apex' }) });
    catalogue.apply({ kind: 'tool-version', id: moved.id, state: moved });
    for (const namespace of ['acme', 'apex']) {
      expect(catalogue.tool(`${namespace}/orders.create`)?.id).toBe('apex/orders.create');
      expect(catalogue.version(`${namespace}/orders.create`, '1.0.0')).toBe(moved);
      expect(catalogue.server(`${namespace}/orders`)?.id).toBe('s');
      expect(catalogue.toolsOn(`${namespace}/orders`).map((it) => it.id)).toEqual(['apex/orders.create']);
    }
    expect([serverOf(moved), catalogue.serverNameOf(moved)]).toEqual(['acme/orders', 'apex/orders']);
    expect(catalogue.sortedIds()).toEqual(['apex/orders.create']);
  });

  it('lists the tools of a namespace, and those with a capability', () => {
    const catalogue = new Catalogue();
    const paid = aVersion(aManifest({ name: 'acme/pay', capabilities: ['commerce.pay', 'commerce'] }));
    for (const it of [v1, paid]) catalogue.apply({ kind: 'tool-version', id: it.id, state: it });
    const ids = (tools: { id: string }[]) => tools.map((it) => it.id);
    expect(ids(catalogue.toolsIn('acme'))).toEqual(['acme/orders.create', 'acme/pay']);
    expect(ids(catalogue.toolsWith('commerce.pay'))).toEqual(['acme/pay']);
    expect([catalogue.toolsIn('globex'), catalogue.toolsWith('data')]).toEqual([[], []]);
    catalogue.apply({ kind: 'tool-version', id: paid.id, state: null });
    expect([ids(catalogue.toolsIn('acme')), catalogue.toolsWith('commerce.pay')]).toEqual([['acme/orders.create'], []]);
  });

  it('keeps revocations', () => {
    const catalogue = new Catalogue();
    catalogue.apply({ kind: 'revocation', id: 'r', state: aRevocation({ id: 'r' }) });
    expect(catalogue.revocations.of(v1)?.id).toBe('r');
  });

  it('does not change arrays that a reader holds', () => {
    const catalogue = new Catalogue();
    catalogue.apply({ kind: 'tool-version', id: v1.id, state: v1 });
    const held = catalogue.tool('acme/orders.create');
    catalogue.apply({ kind: 'tool-version', id: v2.id, state: v2 });
    expect(held?.versions).toHaveLength(1);
  });
});

it.each([
  ['assay/browser.browse', 'browser'],
  ['assay/browse', undefined],
  ['acme/browser.browse', undefined],
])('the acting kit of the composition %s is %s', (name, kit) => {
  const manifest = aManifest({ name, protocol: 'composite', endpoint: { notation: 'chain', definition: {} } });
  const [namespace = '', tool = ''] = name.split('/');
  expect(actingKitOf(aVersion(manifest, { namespace, tool }))).toBe(kit);
});

it.each([
  ['assay', { readOnlyHint: false }, 'files'],
  ['assay', undefined, 'files'],
  ['assay', { readOnlyHint: true, openWorldHint: true }, 'files'],
  ['assay', { readOnlyHint: true }, 'files'],
  ['assay', { readOnlyHint: true, openWorldHint: false }, undefined],
  ['acme', { readOnlyHint: false }, undefined],
])('the acting kit of a tool in %s with %j is %s', (namespace, annotations, kit) => {
  const endpoint = { server: `${namespace}/files`, tool: 'write' };
  const manifest = aManifest({
    name: `${namespace}/files.write`,
    protocol: 'mcp',
    endpoint,
    ...(annotations && { annotations }),
  });
  expect(actingKitOf(aVersion(manifest, { namespace, tool: 'files.write' }))).toBe(kit);
});
