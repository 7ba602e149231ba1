import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hourMs } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { aVersionRow } from '@assay/registry/testing';
import type { Verification, VerificationEnd, VerificationStore } from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface VerificationFixture extends CatalogueFixture {
  readonly verifications: VerificationStore;
}

export interface VerificationContractCase {
  readonly name: string;
  readonly check: (fixture: VerificationFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
let count = 0;
/** Ids sort by time, as those of UUID version 7 do. */
const nextId = (): string => {
  count += 1;
  return `0199${String(count).padStart(4, '0')}-0000-7000-8000-${randomUUID().slice(-12)}`;
};

type Ended = VerificationEnd['verification'];

async function withVersions(fixture: VerificationFixture, howMany = 1) {
  const { catalogue, feed, namespace, ann } = await withNamespace(fixture);
  const state = await new FollowedState(feed).start();
  const versions = Array.from({ length: howMany }, (_, n) => {
    const tool = `orders.tool${n}`;
    const row = aVersionRow(namespace, '1.0.0', { publishedAt: at });
    return { ...row, tool, manifest: { ...row.manifest, name: `${namespace.name}/${tool}` } };
  });
  for (const version of versions) await catalogue.publish(version, 0);
  const [version] = versions as [ToolVersion];
  const begun = (parts: Partial<Verification> = {}): Verification => ({
    id: nextId(),
    organisationId: version.organisationId,
    versionId: version.id,
    trigger: 'requested',
    requestedBy: ann.id,
    startedAt: at,
    endedAt: null,
    kind: null,
    verdict: null,
    summary: 'running',
    checks: [],
    ...parts,
  });
  const endOf = (verification: Verification, parts: Partial<Ended> = {}, next: object = {}): VerificationEnd => ({
    verification: {
      ...verification,
      endedAt: at + 5,
      kind: 'examples',
      verdict: 'green',
      summary: '1 of 1 examples passed',
      checks: [{ name: 'a "quoted" \u0000 é', outcome: 'passed', message: '', ms: 12 }],
      ...parts,
    },
    next: { dueAt: at + 24 * hourMs, inconclusive: 0, good: { own: 7, others: 9 }, ...next },
  });
  const known = async () => {
    const row = await state.of('tool-version', version.id);
    return [row?.lastVerifiedAt ?? null, row?.assurance.driftedSince ?? null];
  };
  const beginDue = (now: number, many = 1) =>
    fixture.verifications.beginDue({ now, ids: Array.from({ length: many }, nextId) });
  return { verifications: fixture.verifications, namespace, version, versions, begun, endOf, known, beginDue };
}

const runs: readonly VerificationContractCase[] = [
  {
    name: 'one of a version runs at a time, and starting another one returns it',
    check: async (fixture) => {
      const { verifications, begun, endOf } = await withVersions(fixture);
      const rivals = Array.from({ length: 8 }, () => begun());
      const got = await Promise.all(rivals.map((it) => verifications.begin(it)));
      const [first] = got as [Verification];
      deepEqual(new Set(got.map((it) => it?.id)).size, 1);
      deepEqual(await verifications.find(first.id), first);
      equal(await verifications.end(endOf(first)), true);
      const later = begun();
      deepEqual(await verifications.begin(later), later);
    },
  },
  {
    name: 'ends once',
    check: async (fixture) => {
      const { verifications, begun, endOf, version } = await withVersions(fixture);
      const first = begun();
      await verifications.begin(first);
      const ended = endOf(first);
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => verifications.end(ended)));
      equal(outcomes.filter(Boolean).length, 1);
      deepEqual(await verifications.find(first.id), ended.verification);
      deepEqual(await verifications.turn(version.id), { versionId: version.id, ...ended.next });
    },
  },
  {
    name: 'green verifies the version, red begins a drift that lasts until the next green, inconclusive does neither',
    check: async (fixture) => {
      const { verifications, begun, endOf, known } = await withVersions(fixture);
      const run = async (verdict: Ended['verdict'], endedAt: number) => {
        const it = begun();
        await verifications.begin(it);
        await verifications.end(endOf(it, { verdict, endedAt }));
        return known();
      };
      deepEqual(await run('inconclusive', at + 1), [null, null]);
      deepEqual(await run('green', at + 2), [at + 2, null]);
      deepEqual(await run('red', at + 3), [at + 2, at + 3]);
      deepEqual(await run('red', at + 4), [at + 2, at + 3]);
      deepEqual(await run('inconclusive', at + 5), [at + 2, at + 3]);
      deepEqual(await run('green', at + 6), [at + 6, null]);
    },
  },
  {
    name: 'a version that is not there has none',
    check: async (fixture) => {
      const { verifications, begun } = await withVersions(fixture);
      equal(await verifications.begin(begun({ versionId: randomUUID() })), undefined);
      equal(await verifications.turn(randomUUID()), undefined);
      equal(await verifications.find(randomUUID()), undefined);
    },
  },
];

const turns: readonly VerificationContractCase[] = [
  {
    name: 'the first turn comes within the hour after publication, and the next when it was said',
    check: async (fixture) => {
      const { beginDue, verifications, version, endOf } = await withVersions(fixture);
      deepEqual(await beginDue(at + 60_000), []);
      const now = at + hourMs;
      const [due, ...others] = await beginDue(now, 3);
      deepEqual(others, []);
      deepEqual(due && { ...due, id: '' }, {
        id: '',
        organisationId: version.organisationId,
        versionId: version.id,
        trigger: 'scheduled',
        requestedBy: null,
        startedAt: now,
        endedAt: null,
        kind: null,
        verdict: null,
        summary: 'running',
        checks: [],
      });
      deepEqual(await beginDue(now + 1), []);
      equal(await verifications.end(endOf(due as Verification, {}, { dueAt: now + 10 })), true);
      deepEqual(await beginDue(now + 9), []);
      equal((await beginDue(now + 10)).length, 1);
    },
  },
  {
    name: 'what is due is begun once, by however many at once',
    check: async (fixture) => {
      const { beginDue, versions } = await withVersions(fixture, 12);
      const begun = (await Promise.all(Array.from({ length: 6 }, () => beginDue(at + hourMs, 3)))).flat();
      equal(new Set(begun.map((it) => it.versionId)).size, begun.length);
      const rest = await beginDue(at + hourMs, 20);
      deepEqual([...begun, ...rest].map((it) => it.versionId).sort(), versions.map((it) => it.id).sort());
      deepEqual(await beginDue(at + hourMs, 20), []);
    },
  },
  {
    name: 'what began before a time and has not ended is unfinished',
    check: async (fixture) => {
      const { verifications, begun, endOf, versions } = await withVersions(fixture, 2);
      const [first, second] = versions.map(({ id }, n) => begun({ versionId: id, startedAt: at + n })) as [
        Verification,
        Verification,
      ];
      for (const it of [second, first]) await verifications.begin(it);
      const ids = async (before: number, limit = 10) =>
        (await verifications.unfinished(before, limit)).map(({ id }) => id);
      deepEqual(await verifications.unfinished(at + 1, 10), [first]);
      deepEqual(await ids(at), []);
      deepEqual(await ids(at + 2), [first.id, second.id]);
      deepEqual(await ids(at + 2, 1), [first.id]);
      await verifications.end(endOf(first));
      deepEqual(await ids(at + 2), [second.id]);
    },
  },
];

const lists: readonly VerificationContractCase[] = [
  {
    name: 'lists are newest first, filtered, and go on behind the last one; old ones are forgotten',
    check: async (fixture) => {
      const { verifications, begun, endOf, versions, namespace } = await withVersions(fixture, 2);
      const [one, two] = versions as [ToolVersion, ToolVersion];
      const kept: string[] = [];
      for (const [versionId, verdict] of [
        [one.id, 'green'],
        [one.id, 'red'],
        [two.id, 'green'],
      ] as const) {
        const it = begun({ versionId });
        await verifications.begin(it);
        await verifications.end(endOf(it, { verdict }));
        kept.unshift(it.id);
      }
      const [third, second, first] = kept;
      const ids = async (query: object) => (await verifications.list({ limit: 10, ...query })).map((it) => it.id);
      deepEqual(await ids({ namespaces: [namespace.name] }), kept);
      deepEqual(await ids({ namespaces: [] }), []);
      deepEqual(await ids({ versionIds: [one.id] }), [second, first]);
      deepEqual(await ids({ versionIds: [one.id, two.id], verdict: 'green' }), [third, first]);
      deepEqual(await ids({ versionIds: [one.id], limit: 1 }), [second]);
      deepEqual(await ids({ namespaces: [namespace.name], after: third, limit: 1 }), [second]);
      const last = begun();
      await verifications.begin(last);
      await verifications.end(endOf(last, { endedAt: at + 50 }));
      equal(await verifications.forget(at + 5), 0);
      equal(await verifications.forget(at + 60), 2);
      deepEqual(await ids({ versionIds: [one.id, two.id] }), [last.id, third]);
    },
  },
];

/** What every VerificationStore promises. */
export const verificationStoreContract: readonly VerificationContractCase[] = [...runs, ...turns, ...lists];
