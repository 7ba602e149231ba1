import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { hourMs } from '@assay/kernel';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { KeptContent, KeptOutputs } from '../output/kept-outputs.js';
import { keepSessionMs, type SessionTotals } from '../output/session-tokens.js';

export interface KeptFixture {
  readonly identities: IdentityStore;
  readonly outputs: KeptOutputs;
  readonly totals: SessionTotals;
}

export interface KeptContractCase {
  readonly name: string;
  readonly check: (fixture: KeptFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 24);
const noTokens = { schemas: 0, arguments: 0, result: 0, validation: 0 };
const caps = { count: 3, bytes: 100 };

async function withOwner({ identities }: KeptFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const bob = await identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
  const kept = (content: string, parts: Partial<KeptContent> = {}): KeptContent => ({
    id: randomUUID(),
    kind: 'pointer',
    organisationId: organisation.id,
    principalId: ann.id,
    layer: null,
    session: null,
    invocationId: randomUUID(),
    tool: 'acme/orders.list',
    version: '1.0.0',
    source: 'mcp:acme/orders',
    confidence: 0.8,
    findings: ['override'],
    digest: `sha256:${Buffer.from(content).toString('hex')}`,
    bytes: 10,
    mediaType: 'text/plain; charset=utf-8',
    createdAt: at,
    expiresAt: at + hourMs,
    isBinary: false,
    content,
    ...parts,
  });
  const owner = { principalId: ann.id, namespaces: null };
  return { organisation, ann, bob, owner, kept };
}

const withoutContent = ({ content: _content, isBinary: _isBinary, ...output }: KeptContent) => output;

/** What every KeptOutputs and SessionTotals promise. */
export const keptOutputsContract: readonly KeptContractCase[] = [
  {
    name: 'what is kept is found by its owner, of its kind and until it expires, and by nobody else',
    check: async (fixture) => {
      const { outputs } = fixture;
      const { owner, bob, kept } = await withOwner(fixture);
      const output = kept('a \u0000, an é, a 🧾');
      deepEqual(await outputs.keep(output, caps), { state: 'kept', output: withoutContent(output) });
      deepEqual(await outputs.find(owner, 'pointer', output.id, at + hourMs - 1), output);
      equal(await outputs.find(owner, 'pointer', output.id, at + hourMs), undefined);
      equal(await outputs.find(owner, 'memory', output.id, at), undefined);
      equal(await outputs.find({ ...owner, principalId: bob.id }, 'pointer', output.id, at), undefined);
      equal(await outputs.find({ ...owner, namespaces: ['other'] }, 'pointer', output.id, at), undefined);
      deepEqual(await outputs.find({ ...owner, namespaces: ['acme'] }, 'pointer', output.id, at), output);
    },
  },
  {
    name: 'the same content is kept once, for the longer of both times',
    check: async (fixture) => {
      const { outputs } = fixture;
      const { owner, kept } = await withOwner(fixture);
      const memory = (parts: Partial<KeptContent> = {}) => kept('x', { kind: 'memory', layer: 'working', ...parts });
      const first = memory();
      await outputs.keep(first, caps);
      const shorter = await outputs.keep(memory({ expiresAt: at + 1, layer: 'session' }), caps);
      deepEqual(shorter, { state: 'known', output: withoutContent(first) });
      const longer = await outputs.keep(memory({ expiresAt: at + 2 * hourMs, layer: 'episodic' }), caps);
      const prolonged = { ...first, expiresAt: at + 2 * hourMs, layer: 'episodic' as const };
      deepEqual(longer, { state: 'known', output: withoutContent(prolonged) });
      deepEqual(await outputs.find(owner, 'memory', first.id, at), prolonged);
      equal((await outputs.keep(kept('x'), caps)).state, 'kept');
      const again = memory({ createdAt: at + 3 * hourMs, expiresAt: at + 4 * hourMs });
      equal((await outputs.keep(again, caps)).state, 'kept');
    },
  },
  {
    name: 'caps hold, by number and by size, of what has not expired, however many keep at once',
    check: async (fixture) => {
      const { outputs } = fixture;
      const { kept, bob } = await withOwner(fixture);
      const states = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((it) => outputs.keep(kept(it), caps)));
      equal(states.filter(({ state }) => state === 'kept').length, 3);
      deepEqual(await outputs.keep(kept('f'), caps), { state: 'full', count: 3, bytes: 30 });
      equal((await outputs.keep(kept('f', { principalId: bob.id }), caps)).state, 'kept');
      const large = kept('g', { kind: 'memory', layer: 'working', bytes: 101 });
      deepEqual(await outputs.keep(large, caps), { state: 'full', count: 0, bytes: 0 });
      const later = kept('h', { createdAt: at + hourMs, expiresAt: at + 2 * hourMs });
      equal((await outputs.keep(later, caps)).state, 'kept');
    },
  },
  {
    name: 'lists are newest first, filtered, and read on behind a place',
    check: async (fixture) => {
      const { outputs } = fixture;
      const { owner, kept } = await withOwner(fixture);
      const memory = (content: string, parts: Partial<KeptContent>) =>
        kept(content, { kind: 'memory', layer: 'session', ...parts });
      const one = memory('one', { session: 's' });
      const two = memory('two', { createdAt: at + 1, tool: 'other/tool' });
      const three = memory('three', { createdAt: at + 2, layer: 'episodic' });
      for (const it of [one, two, three]) await outputs.keep(it, caps);
      const query = { ...owner, kind: 'memory', at, after: null, limit: 10 } as const;
      const ids = async (parts: object = {}) => (await outputs.list({ ...query, ...parts })).map(({ id }) => id);
      deepEqual(await ids(), [three.id, two.id, one.id]);
      deepEqual(await ids({ limit: 1 }), [three.id]);
      deepEqual(await ids({ after: { at: at + 2, id: three.id } }), [two.id, one.id]);
      deepEqual(await ids({ layer: 'session' }), [two.id, one.id]);
      deepEqual(await ids({ session: 's' }), [one.id]);
      deepEqual(await ids({ tool: 'other/tool' }), [two.id]);
      deepEqual(await ids({ namespaces: ['other'] }), [two.id]);
      deepEqual(await ids({ kind: 'pointer' }), []);
      deepEqual(await ids({ at: at + hourMs }), [three.id, two.id, one.id].slice(0, 0));
    },
  },
  {
    name: 'what is removed, or has expired, is gone',
    check: async (fixture) => {
      const { outputs } = fixture;
      const { owner, bob, kept } = await withOwner(fixture);
      const [one, two, three] = ['one', 'two', 'three'].map((it) => kept(it)) as [
        KeptContent,
        KeptContent,
        KeptContent,
      ];
      for (const it of [one, two, three]) await outputs.keep(it, caps);
      equal(await outputs.remove({ ...owner, principalId: bob.id }, 'pointer', one.id), false);
      equal(await outputs.remove(owner, 'memory', one.id), false);
      equal(await outputs.remove(owner, 'pointer', one.id), true);
      equal(await outputs.remove(owner, 'pointer', one.id), false);
      equal(await outputs.removeAll({ ...owner, namespaces: ['other'] }, 'pointer'), 0);
      equal(await outputs.removeAll(owner, 'pointer'), 2);
      await outputs.keep(kept('four'), caps);
      equal(await outputs.prune(at + hourMs - 1), 0);
      equal(await outputs.prune(at + hourMs), 1);
    },
  },
  {
    name: 'a session has its window and what was released of it, until some time after both were set',
    check: async (fixture) => {
      const { totals } = fixture;
      const { organisation, ann, bob } = await withOwner(fixture);
      const key = { organisationId: organisation.id, principalId: ann.id, session: 's' };
      const window = { window: 8_000, system: 500 };
      await totals.setWindow(key, { window: 1 }, at);
      await totals.setWindow(key, window, at);
      deepEqual(await totals.read(ann.id, 's'), { window, released: 0, calls: 0, tokens: noTokens });
      await Promise.all([totals.release(key, 90, at), totals.release(key, 40, at)]);
      await totals.release({ ...key, session: 'other' }, 7, at);
      deepEqual(await totals.read(ann.id, 's'), { window, released: 90, calls: 0, tokens: noTokens });
      deepEqual(await totals.read(ann.id, 'other'), { released: 7, calls: 0, tokens: noTokens });
      equal(await totals.read(bob.id, 's'), undefined);
      equal(await totals.prune(at + keepSessionMs - 1), 0);
      equal(await totals.prune(at + keepSessionMs), 2);
      equal(await totals.read(ann.id, 's'), undefined);
    },
  },
  {
    name: 'the calls of a session add up, a definition once, and are forgotten some time after the last',
    check: async (fixture) => {
      const { totals } = fixture;
      const { organisation, ann, bob } = await withOwner(fixture);
      const [one, two] = [randomUUID(), randomUUID()];
      const call = (versionId: string, principalId = ann.id, session = 's') => ({
        ...{ organisationId: organisation.id, principalId, session, versionId },
        tokens: { schemas: 100, arguments: 10, result: 20, validation: 1 },
      });
      equal(await totals.read(ann.id, 's'), undefined);
      await totals.add([call(one), call(two), call(one)], at);
      await Promise.all([totals.add([call(one), call(two)], at + 1), totals.add([call(two), call(one)], at + 1)]);
      await totals.add([call(one, bob.id), call(one, ann.id, 'other')], at);
      // A definition that discovery showed is no call, and counts as in its longest form.
      const shown = (schemas: number) => ({ ...call(two), calls: 0 as const, tokens: { ...noTokens, schemas } });
      await totals.add([shown(40)], at + 1);
      deepEqual(await totals.read(ann.id, 's'), {
        released: 0,
        calls: 7,
        tokens: { schemas: 200, arguments: 70, result: 140, validation: 7 },
      });
      equal((await totals.read(bob.id, 's'))?.calls, 1);
      await totals.prune(at + keepSessionMs);
      equal(await totals.read(bob.id, 's'), undefined);
      equal((await totals.read(ann.id, 's'))?.calls === undefined, false);
      await totals.prune(at + keepSessionMs + 1);
      equal(await totals.read(ann.id, 's'), undefined);
    },
  },
];
