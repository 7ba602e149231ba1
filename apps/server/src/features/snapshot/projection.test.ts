import type { ToolDocument } from '@assay/discovery';
import { NaiveToolIndex, noVectors } from '@assay/discovery/testing';
import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aPrincipal, aRevocation, aServer, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Projection, type StateChange } from './projection.js';

const orders = aVersion();
const organisation = (id: string, name: string): StateChange => ({
  kind: 'organisation',
  id,
  state: { id, name, createdAt: 0 },
});
const start: StateChange[] = [
  organisation('org-acme', 'acme-inc'),
  organisation('org-other', 'globex-inc'),
  { kind: 'principal', id: 'principal-ann', state: aPrincipal() },
  { kind: 'namespace', id: 'n', state: aNamespace() },
  { kind: 'server', id: 'server-orders', state: aServer() },
  { kind: 'tool-version', id: orders.id, state: orders },
];
const bob = aCaller({ id: 'principal-bob' });
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

class WatchedIndex extends NaiveToolIndex {
  readonly puts: string[][] = [];
  failing = false;
  /** Held back until the test releases it. */
  gate: Promise<void> = Promise.resolve();

  override async put(documents: readonly ToolDocument[]): Promise<void> {
    await this.gate;
    if (this.failing) throw new Error('the engine is away');
    this.puts.push(documents.map((it) => it.id));
    await super.put(documents);
  }
}

const trustKeys = () => ({ trustKey: 7, insideTrustKey: 8 });

async function setUp(changes: readonly StateChange[] = start) {
  const index = new WatchedIndex();
  const gone: string[] = [];
  const forget = (id: string) => void gone.push(id);
  const projection = new Projection(new Directory(), new Catalogue(), index, forget, trustKeys, noVectors());
  await projection.apply(changes);
  const found = async (caller = aCaller(), text = 'orders') =>
    (await index.search({ text, capabilities: [], audience: caller.tokens, limit: 10 })).candidates.map((it) => it.id);
  return { index, gone, projection, found };
}

async function following(changes: readonly StateChange[] = start) {
  const made = await setUp(changes);
  await made.projection.follow();
  return made;
}

describe('Projection', () => {
  it('indexes once everything there is has been read, with the provider’s name', async () => {
    const { index, projection, found } = await setUp();
    expect(await index.size()).toBe(0);
    await projection.follow();
    expect(index.puts).toEqual([['acme/orders.create']]);
    expect(await found(aCaller(), 'inc')).toEqual(['acme/orders.create']);
  });

  it('follows publishing: the newest release represents the tool', async () => {
    const { projection, found } = await following();
    const next = aVersion(aManifest({ version: '1.1.0', description: 'Buys tea.' }));
    await projection.apply([{ kind: 'tool-version', id: next.id, state: next }]);
    expect(await found(aCaller(), 'tea')).toEqual(['acme/orders.create']);
    await projection.apply([{ kind: 'tool-version', id: next.id, state: { ...next, status: 'YANKED' } }]);
    expect(await found(aCaller(), 'tea')).toEqual([]);
    expect(await found()).toEqual(['acme/orders.create']);
  });

  it('removes versions that no range resolves to any more, and deleted ones', async () => {
    const yanked = await following();
    await yanked.projection.apply([{ kind: 'tool-version', id: orders.id, state: { ...orders, status: 'SUNSET' } }]);
    expect(await yanked.index.size()).toBe(0);
    const removed = await following();
    await removed.projection.apply([{ kind: 'tool-version', id: orders.id, state: null }]);
    expect(await removed.index.size()).toBe(0);
  });

  it('follows a namespace’s visibility and owners', async () => {
    const { projection, found } = await following();
    expect([await found(bob), await found(eve)]).toEqual([['acme/orders.create'], []]);
    await projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'public' }) }]);
    expect(await found(eve)).toEqual(['acme/orders.create']);
    await projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'private' }) }]);
    expect([await found(bob), await found(eve)]).toEqual([[], []]);
    const owners = ['principal-ann', 'principal-bob'];
    await projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'private', owners }) }]);
    expect(await found(bob)).toEqual(['acme/orders.create']);
  });

  // what is granted, and taken back
  const grant = {
    id: 'g',
    organisationId: 'org-acme',
    principalId: null,
    granteeOrganisationId: 'org-other',
    actions: ['call' as const],
    createdAt: 0,
    createdBy: null,
  };
  it.each<[string, StateChange]>([
    [
      'a grant of the tool',
      { kind: 'grant', id: 'g', state: { ...grant, tool: 'acme/orders.create', capability: null, server: null } },
    ],
    [
      'a grant of a capability',
      { kind: 'grant', id: 'g', state: { ...grant, tool: null, capability: 'commerce', server: null } },
    ],
    [
      'an endorsement',
      {
        kind: 'endorsement',
        id: 'e',
        state: { id: 'e', organisationId: 'org-other', tool: 'acme/orders.create', createdAt: 0, createdBy: null },
      },
    ],
  ])('follows %s, and its withdrawal', async (_, change) => {
    const able = aVersion(aManifest({ capabilities: ['commerce.order'] }));
    const { projection, found } = await following([...start, { kind: 'tool-version', id: able.id, state: able }]);
    expect(await found(eve)).toEqual([]);
    await projection.apply([change]);
    expect(await found(eve)).toEqual(['acme/orders.create']);
    await projection.apply([{ ...change, state: null } as StateChange]);
    expect(await found(eve)).toEqual([]);
  });

  it('indexes nothing for what touches no tool', async () => {
    const { index, projection } = await following();
    const key = {
      id: 'k',
      organisationId: 'org-acme',
      principalId: 'principal-ann',
      prefix: 'p',
      hash: 'h',
      scopes: [],
      namespaces: null,
      createdAt: 0,
      createdBy: null,
      expiresAt: null,
      revokedAt: null,
    };
    await projection.apply([
      { kind: 'key', id: 'k', state: key },
      { kind: 'namespace', id: 'n2', state: aNamespace({ id: 'n2', name: 'empty' }) },
    ]);
    expect(index.puts).toHaveLength(1);
  });

  it('says which servers are gone', async () => {
    const { gone, projection } = await following();
    await projection.apply([{ kind: 'server', id: 'server-orders', state: aServer({ updatedAt: 1 }) }]);
    expect(gone).toEqual([]);
    await projection.apply([{ kind: 'server', id: 'server-orders', state: null }]);
    expect(gone).toEqual(['server-orders']);
  });

  it('keeps for the next time what the engine did not take', async () => {
    const { index, projection, found } = await following();
    index.failing = true;
    const next = aVersion(aManifest({ version: '1.1.0', description: 'Buys tea.' }));
    await expect(projection.apply([{ kind: 'tool-version', id: next.id, state: next }])).rejects.toThrow('away');
    index.failing = false;
    await projection.apply([]);
    expect(await found(aCaller(), 'tea')).toEqual(['acme/orders.create']);
  });

  it('takes revoked versions out of the index, the next best in, and all back when that is lifted', async () => {
    const { index, projection, found } = await following();
    const next = aVersion(aManifest({ version: '1.1.0', description: 'Buys tea.' }));
    await projection.apply([{ kind: 'tool-version', id: next.id, state: next }]);
    const revoked = (parts: object): StateChange => ({
      kind: 'revocation',
      id: 'r',
      state: aRevocation({ id: 'r', ...parts }),
    });
    await projection.apply([revoked({ range: '1.1.0' })]);
    expect([await found(aCaller(), 'tea'), await found()]).toEqual([[], ['acme/orders.create']]);
    await projection.apply([revoked({ tool: null })]);
    expect([await found(), await index.size()]).toEqual([[], 0]);
    await projection.apply([revoked({ tool: null, lifted: { at: 1, by: null, reason: null } })]);
    expect(await found(aCaller(), 'tea')).toEqual(['acme/orders.create']);
  });

  it('knows what was revoked before it began', async () => {
    const { found } = await following([...start, { kind: 'revocation', id: 'r', state: aRevocation({ id: 'r' }) }]);
    expect(await found()).toEqual([]);
  });

  it('lets the newest state win when changes overtake a slow engine', async () => {
    const { index, projection, found } = await following();
    const gate = Promise.withResolvers<void>();
    index.gate = gate.promise;
    const slow = projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'public' }) }]);
    await Promise.resolve();
    index.gate = Promise.resolve();
    const later = projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'private' }) }]);
    gate.resolve();
    await Promise.all([slow, later]);
    expect(await found(eve)).toEqual([]);
  });

  it('indexes more tools than one batch holds', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => aVersion(aManifest({ name: `acme/t${i}` })));
    const { index, projection } = await following([
      ...start,
      ...many.map((it): StateChange => ({ kind: 'tool-version', id: it.id, state: it })),
    ]);
    expect(await index.size()).toBe(1_101);
    expect(index.puts.map((it) => it.length)).toEqual([500, 500, 101]);
    const happened: string[] = [];
    setImmediate(() => happened.push('something else'));
    for await (const batch of projection.documents()) happened.push(`${batch.length} documents`);
    expect(happened).toEqual(['500 documents', 'something else', '500 documents', '101 documents']);
  });
});
