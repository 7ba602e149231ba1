import type { Envelope } from '@assay/contracts';
import { digestJson, type Place } from '@assay/kernel';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { emptyExamination } from '../content/examine-content.js';
import { InMemoryRecordedCalls, InMemorySavedExamples } from '../testing/in-memory-evaluation-stores.js';
import { SmallHouse } from '../testing/small-house.js';
import { SaveExample } from './save-example.js';

const input = { item: 'tea' };
const call = (parts: object = {}) =>
  ({
    ...{ id: 'call', status: 'succeeded', tool: 'acme/orders.create', version: '1.0.0', output: { id: 1 } },
    provenance: { argumentsDigest: digestJson(input) },
    ...parts,
  }) as Envelope;
const owner = aCaller();
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

async function setUp(places: readonly Place[] = [], properties: object = { item: { type: 'string' } }) {
  const { catalogue, directory, audit, clock, random } = await SmallHouse.open();
  const namespace = aNamespace({ owners: [owner.principalId as string], visibility: 'public' });
  directory.apply({ kind: 'namespace', id: 'n', state: namespace });
  const state = aVersion(aManifest({ visibility: 'public', inputSchema: { type: 'object', properties } }));
  catalogue.apply({ kind: 'tool-version', id: state.id, state });
  const recorded = new InMemoryRecordedCalls();
  const examples = new SaveExample({
    ...{ catalogue, directory, audit, clock, random, recorded, store: new InMemorySavedExamples() },
    ...{ flush: async () => {}, sealer: { open: (sealed: string) => sealed } },
    content: { examine: async (value) => ({ ...emptyExamination, places: value === input ? places : [] }) },
  });
  return { examples, recorded, audit };
}

describe('SaveExample', () => {
  it('takes recorded arguments, or those with the digest of the call', async () => {
    const { examples, recorded, audit } = await setUp();
    expect(await examples.save(owner, call(), {})).toMatchObject({
      error: { code: 'conflict', message: /not recorded/ },
    });
    expect(await examples.save(owner, call(), { input: { item: 'gin' } })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/input' }] },
    });
    const given = await examples.save(owner, call(), { input, match: 'exact', name: 'given' });
    expect(given).toMatchObject({ value: { example: { name: 'given', match: 'exact', verifies: true, input } } });
    const organisationId = owner.organisationId as string;
    await recorded.set({ organisationId, tool: 'acme/orders.create', keep: 1, createdAt: 0 });
    await recorded.add([
      {
        ...{ invocationId: 'call', organisationId, principalId: 'p', tool: 'acme/orders.create', at: 0 },
        sealed: JSON.stringify({ input }),
      },
    ]);
    expect(await examples.save(owner, call(), {})).toMatchObject({
      value: { example: { name: 'call', match: 'schema' } },
    });
    expect(await examples.save(owner, call(), {})).toMatchObject({ error: { code: 'conflict', message: /already/ } });
    expect(audit.records.map(({ action }) => action)).toEqual(['example.save', 'example.save']);
  });

  it('verifies nothing with masked arguments, and nothing for strangers', async () => {
    const { examples } = await setUp([{ class: 'personal.name', path: '/item', start: 0, end: 3 }]);
    const masked = await examples.save(owner, call(), { input });
    expect(masked).toMatchObject({ value: { example: { verifies: false, masked: ['/input/item'] } } });
    expect(masked.ok && masked.value.example.input).not.toEqual(input);
    expect(await examples.save(owner, call(), { input, match: 'exact', name: 'x' })).toMatchObject({
      error: { issues: [{ path: '/match' }] },
    });
    const plain = await setUp();
    const theirs = await plain.examples.save(stranger, call(), { input });
    expect(theirs).toMatchObject({ value: { example: { verifies: false } } });
  });

  it('refuses failed calls, outputs that were not kept, and arguments that no longer fit', async () => {
    const { examples } = await setUp();
    expect(await examples.save(owner, call({ status: 'failed' }), { input })).toMatchObject({
      error: { code: 'conflict' },
    });
    const routed = call({ routed: { level: 'L1' } });
    expect(await examples.save(owner, routed, { input, match: 'exact' })).toMatchObject({
      error: { issues: [{ path: '/match', message: /not kept/ }] },
    });
    const narrow = await setUp([{ class: 'personal.name', path: '/item', start: 0, end: 3 }], {
      item: { enum: ['tea'] },
    });
    expect(await narrow.examples.save(owner, call(), { input })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/input/item' }] },
    });
  });

  it('shows and removes examples in their own organisation, and to owners of the tool', async () => {
    const { examples } = await setUp();
    const saved = await examples.save(stranger, call(), { input });
    const id = saved.ok ? saved.value.example.id : '';
    const list = async (caller: typeof owner) => {
      const found = await examples.list(caller, 'acme/orders.create', '1.0.0');
      return found.ok ? found.value.length : found.error.code;
    };
    expect([await list(stranger), await list(aCaller({ id: 'third', organisationId: 'org-third' }))]).toEqual([1, 0]);
    const remove = (caller: typeof owner) => examples.remove(caller, 'acme/orders.create', '1.0.0', id);
    const colleague = aCaller({ id: 'principal-mal', organisationId: 'org-other' });
    expect(await remove(colleague)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await remove(aCaller({ id: 'third', organisationId: 'org-third' }))).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await remove(stranger)).toMatchObject({ ok: true });
    expect(await remove(stranger)).toMatchObject({ error: { code: 'not_found' } });
  });
});
