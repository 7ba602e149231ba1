import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dayMs } from '@assay/kernel';
import type { ToolVersion, TrustInView, VersionTrust } from '@assay/registry';
import { aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import {
  type CallerTally,
  type EvidenceBatch,
  type EvidenceBucket,
  type EvidenceStore,
  type LatencyTally,
  type RatingStore,
  workingShareIn,
} from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface EvidenceFixture extends CatalogueFixture {
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
}

export interface EvidenceContractCase {
  readonly name: string;
  readonly check: (fixture: EvidenceFixture) => Promise<void>;
}

const today = Date.UTC(2026, 10, 22);

const inView = (base: number): TrustInView => ({
  base,
  confidence: 0.5,
  signals: [{ name: 'reliability', value: 0.1 + 0.2, sampleSize: 20 }],
  observed: { score: 0.7, confidence: 0.25 },
});

const trust = (base = 0.6, parts: Partial<VersionTrust> = {}): VersionTrust => ({
  inside: inView(base / 2),
  outside: inView(base),
  calls: { others: 20, own: 1 },
  votes: { count: 0, stars: 0 },
  ...parts,
});

const aTally = (version: ToolVersion, parts: Partial<CallerTally> = {}): CallerTally => {
  const principalId = parts.principalId ?? randomUUID();
  const of = { organisationId: randomUUID(), own: false, member: false };
  const counts = { good: 1, faults: 0, schemaMet: 1, withinSla: 0, callerFaults: 0 };
  return { versionId: version.id, day: today, principalId, caller: principalId, ...of, ...counts, ...parts };
};

const aBatch = (callers: readonly CallerTally[], parts: Partial<EvidenceBatch> = {}): EvidenceBatch => ({
  id: randomUUID(),
  callers,
  latencies: [],
  ...parts,
});

async function withVersion(fixture: EvidenceFixture) {
  const { namespace, ann } = await withNamespace(fixture);
  const { catalogue, evidence, ratings, feed } = fixture;
  const state = await new FollowedState(feed).start();
  const version = aVersionRow(namespace, '1.0.0', { publishedAt: today });
  await catalogue.publish(version, 0);
  const settleAll = async (given = trust(), at = today) => {
    const due = await evidence.due(100);
    await evidence.settle(
      due.map((it) => ({ ...it, trust: given })),
      at,
    );
  };
  const bucketsOf = async (id = version.id) => (await evidence.evidenceOf([id])).get(id)?.buckets ?? [];
  return { namespace, ann, catalogue, evidence, ratings, feed, state, version, settleAll, bucketsOf };
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const figures = ({ day, own, calls, faults, inside, outside, callers }: EvidenceBucket) => ({
  day: day === null ? null : (day - today) / dayMs,
  own,
  calls,
  faults,
  inside: rounded(inside.calls),
  outside: rounded(outside.calls),
  callers,
});

/** What every EvidenceStore promises, with the RatingStore beside it. */
export const evidenceStoreContract: readonly EvidenceContractCase[] = [
  {
    name: 'adds batches up by version, day and provider, each batch once',
    check: async (fixture) => {
      const { evidence, version, bucketsOf } = await withVersion(fixture);
      const [bob, eve, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
      const byBob = { principalId: bob, caller: bob, organisationId: elsewhere };
      const own = { own: true, organisationId: version.organisationId };
      const batch = aBatch([
        aTally(version, { ...byBob, good: 3, faults: 1, callerFaults: 2 }),
        aTally(version, { principalId: eve, caller: eve, ...own }),
        aTally(version, { day: today - dayMs }),
      ]);
      await evidence.add(batch);
      await evidence.add(batch);
      await evidence.add(aBatch([aTally(version, { ...byBob, good: 26, schemaMet: 0 })]));
      deepEqual((await bucketsOf()).map(figures), [
        { day: -1, own: false, calls: 1, faults: 0, inside: 1, outside: 1, callers: 1 },
        { day: 0, own: false, calls: 30, faults: 1, inside: 20, outside: 20, callers: 1 },
        { day: 0, own: true, calls: 1, faults: 0, inside: 1, outside: 1, callers: 1 },
      ]);
      const [, others] = await bucketsOf();
      // Twenty of thirty calls count, and two thirds of everything about them, whenever it came.
      deepEqual(
        [others?.callerFaults, others && rounded(others.inside.faults), others && rounded(others.outside.schemaMet)],
        [2, rounded(2 / 3), rounded(2 / 3)],
      );
    },
  },
  {
    name: 'counts members of the namespace as one caller, each other person by itself, and passes over what is gone',
    check: async (fixture) => {
      const { evidence, version, bucketsOf } = await withVersion(fixture);
      const own = { own: true, organisationId: version.organisationId, good: 15 };
      const member = { ...own, member: true, caller: version.organisationId };
      await evidence.add(
        aBatch([
          aTally(version, { ...member, faults: 2 }),
          aTally(version, member),
          aTally(version, own),
          aTally(version, own),
          aTally({ ...version, id: randomUUID() }),
        ]),
      );
      await evidence.add(aBatch([]));
      const buckets = await bucketsOf();
      deepEqual(buckets.map(figures), [
        { day: 0, own: true, calls: 62, faults: 2, inside: 50, outside: 50, callers: 3 },
      ]);
      deepEqual(
        buckets.map((it) => [it.memberCalls, it.memberFaults]),
        [[32, 2]],
      );
    },
  },
  {
    name: 'counts at most a hundred calls a day of one other organisation outside, whatever batches they come in',
    check: async (fixture) => {
      const { evidence, version, bucketsOf } = await withVersion(fixture);
      const [one, other] = [randomUUID(), randomUUID()];
      for (let batch = 0; batch < 3; batch += 1)
        await evidence.add(
          aBatch([
            ...Array.from({ length: 3 }, () => aTally(version, { organisationId: one, good: 10, faults: 10 })),
            aTally(version, { organisationId: other, good: 20, schemaMet: 20 }),
          ]),
        );
      const [bucket] = await bucketsOf();
      deepEqual(bucket && figures(bucket), {
        ...{ day: 0, own: false, calls: 240, faults: 90, inside: 240, outside: 160, callers: 12 },
      });
      deepEqual(bucket && rounded(bucket.outside.faults), 50);
    },
  },
  {
    name: 'counts what a tool refuses a caller as one failure a day, in whatever batches it comes',
    check: async (fixture) => {
      const { evidence, version, bucketsOf } = await withVersion(fixture);
      const bob = randomUUID();
      const wrong = { principalId: bob, caller: bob, good: 0, schemaMet: 0, semantic: 7 };
      await evidence.add(aBatch([aTally(version, wrong)]));
      await evidence.add(aBatch([aTally(version, { ...wrong, good: 2 })]));
      await evidence.add(aBatch([aTally(version, { ...wrong, principalId: randomUUID() })]));
      deepEqual((await bucketsOf()).map(figures), [
        { day: 0, own: false, calls: 3, faults: 1, inside: 3, outside: 3, callers: 1 },
      ]);
    },
  },
  {
    name: 'sums up what each organisation has measured, tells when it moved, and forgets what is old',
    check: async (fixture) => {
      const { evidence, version, state } = await withVersion(fixture);
      const { organisationId } = version;
      const batchOf = (day: number, bins: LatencyTally['bins'], of = organisationId) =>
        aBatch([aTally(version, { day })], { latencies: [{ versionId: version.id, day, organisationId: of, bins }] });
      const measured = () => state.all('latency').map((it) => ({ ...it, id: '' }));
      await evidence.add(batchOf(today, { '100': 4 }));
      await evidence.add(batchOf(today - 12 * dayMs, { '100': 1, '200': 3 }));
      await state.caughtUp();
      const [one, ...more] = measured();
      deepEqual(more, []);
      deepEqual([one?.organisationId, one?.versionId, one?.calls], [organisationId, version.id, 8]);
      equal((one?.p50Ms as number) < (one?.p99Ms as number), true);
      await evidence.rollUp(today + 60 * dayMs);
      await state.caughtUp();
      deepEqual(measured(), []);
    },
  },
  {
    name: 'knows who has called a tool, for good',
    check: async (fixture) => {
      const { evidence, version, ann, namespace } = await withVersion(fixture);
      const tool = `${namespace.name}/orders.create`;
      equal(await evidence.hasCalled(ann.id, tool), false);
      await evidence.add(aBatch([aTally(version, { principalId: ann.id, good: 0, schemaMet: 0, callerFaults: 1 })]));
      await evidence.rollUp(today + 99 * dayMs);
      equal(await evidence.hasCalled(ann.id, tool), true);
      equal(await evidence.hasCalled(randomUUID(), tool), false);
      equal(await evidence.hasCalled(ann.id, `${namespace.name}/other`), false);
    },
  },
  {
    name: 'has what was published, called, voted on or verified due, until it is settled',
    check: async (fixture) => {
      const { evidence, ratings, version, ann, namespace, settleAll } = await withVersion(fixture);
      const due = async () => (await evidence.due(10)).map((it) => it.versionId);
      deepEqual(await due(), [version.id]);
      await settleAll();
      deepEqual(await due(), []);
      await evidence.add(aBatch([aTally(version)]));
      deepEqual(await due(), [version.id]);
      await settleAll();
      const vote = { principalId: ann.id, organisationId: ann.organisationId, comment: null, at: today };
      equal(await ratings.put({ ...vote, tool: `${namespace.name}/orders.create`, stars: 3 }), true);
      deepEqual(await due(), [version.id]);
      await evidence.forget(await evidence.due(10));
      deepEqual(await due(), []);
    },
  },
  {
    name: 'settles what is due under the same mark only, tells of what changed, and of nothing else',
    check: async (fixture) => {
      const { evidence, version, state, settleAll } = await withVersion(fixture);
      const [before] = await evidence.due(10);
      await evidence.add(aBatch([aTally(version)]));
      if (before !== undefined) await evidence.settle([{ ...before, trust: trust(0.1) }], today);
      equal((await state.of('tool-version', version.id))?.trust, null);
      equal((await evidence.due(10)).length, 1);
      await settleAll();
      deepEqual((await state.of('tool-version', version.id))?.trust, trust());
      const reported = state.reported.length;
      await evidence.add(aBatch([aTally(version)]));
      await settleAll();
      await state.of('tool-version', version.id);
      equal(state.reported.length, reported);
    },
  },
  {
    name: 'passes weights on once, and what was merely counted not at all',
    check: async (fixture) => {
      const { evidence, catalogue, version, namespace, bucketsOf } = await withVersion(fixture);
      const next = aVersionRow(namespace, '1.1.0');
      await catalogue.publish(next, 1);
      await evidence.add(aBatch([aTally(version, { good: 7, faults: 1 }), aTally(version, { day: today - dayMs })]));
      await evidence.inherit(next.id, version.id, 0.5);
      await evidence.inherit(next.id, version.id, 0.5);
      deepEqual((await bucketsOf(next.id)).map(figures), [
        { day: -1, own: false, calls: 0, faults: 0, inside: 0.5, outside: 0.5, callers: 0 },
        { day: 0, own: false, calls: 0, faults: 0, inside: 4, outside: 4, callers: 0 },
      ]);
    },
  },
  {
    name: 'adds old days up in one bucket, which makes the version due',
    check: async (fixture) => {
      const { evidence, version, bucketsOf, settleAll } = await withVersion(fixture);
      for (const ago of [40, 31, 30, 3])
        await evidence.add(aBatch([aTally(version, { day: today - ago * dayMs, good: 2 })]));
      await settleAll();
      equal(await evidence.rollUp(today - 30 * dayMs), 2);
      equal(await evidence.rollUp(today - 30 * dayMs), 0);
      equal((await evidence.due(10)).length, 1);
      const rows = (await bucketsOf()).map(figures).sort((a, b) => (a.day ?? -99) - (b.day ?? -99));
      deepEqual(
        rows.map(({ day, calls, inside }) => [day, calls, inside]),
        [
          [null, 4, 4],
          [-30, 2, 2],
          [-3, 2, 2],
        ],
      );
    },
  },
  {
    name: 'remembers how trust stood at the end of each day, and what it was before the first one asked for',
    check: async (fixture) => {
      const { evidence, version, settleAll } = await withVersion(fixture);
      for (const [ago, base] of [
        [20, 0.2],
        [9, 0.3],
        [9, 0.4],
        [2, 0.5],
      ] as const) {
        await evidence.refresh();
        await evidence.add(aBatch([aTally(version)]));
        await settleAll(trust(base), today - ago * dayMs + 5);
      }
      const days = (await evidence.history(version.id, today - 5 * dayMs)).map((it) => [
        it.day - today,
        it.base,
        it.insideBase,
        it.working,
      ]);
      deepEqual(days, [
        [-9 * dayMs, 0.4, 0.2, workingShareIn(trust())],
        [-2 * dayMs, 0.5, 0.25, workingShareIn(trust())],
      ]);
      equal((await evidence.history(version.id, today - 30 * dayMs)).length, 3);
      equal((await evidence.history(version.id, today))[0]?.t0, today);
      deepEqual(await evidence.history(randomUUID(), today), []);
    },
  },
  {
    name: 'has every version of a provider with evidence due when reputations are refreshed',
    check: async (fixture) => {
      const { evidence, catalogue, version, namespace, settleAll } = await withVersion(fixture);
      const other = aVersionRow(namespace, '1.0.0', { tool: 'orders.show' });
      await catalogue.publish(other, 0);
      await settleAll();
      await evidence.refresh();
      deepEqual(await evidence.due(10), []);
      await evidence.add(aBatch([aTally(version)]));
      await settleAll();
      await evidence.refresh();
      equal((await evidence.due(10)).length, 2);
    },
  },
  {
    name: 'has every version due when the formula becomes another one, and at no other time',
    check: async (fixture) => {
      equal(await fixture.evidence.reckonBy('none yet'), false);
      const { evidence, catalogue, version, namespace, settleAll } = await withVersion(fixture);
      const other = aVersionRow(namespace, '1.0.0', { tool: 'orders.show' });
      await catalogue.publish(other, 0);
      equal(await evidence.reckonBy('one'), true);
      await settleAll();
      equal(await evidence.reckonBy('one'), false);
      deepEqual(await evidence.due(10), []);
      equal(await evidence.reckonBy('another'), true);
      const due = (await evidence.due(10)).map((it) => it.versionId);
      deepEqual(due.sort(), [version.id, other.id].sort());
    },
  },
  {
    name: 'keeps the latest vote of each principal, its own people’s apart, members’ left out, newest first',
    check: async (fixture) => {
      const { evidence, ratings, version, ann, namespace } = await withVersion(fixture);
      const bob = await fixture.identities.addPrincipal(aPrincipalRow(ann.organisationId, 'bob'));
      deepEqual(namespace.owners, [ann.id]);
      const tool = `${namespace.name}/orders.create`;
      const aVote = (of: typeof ann, stars: number, at: number) => ({
        principalId: of.id,
        organisationId: of.organisationId,
        tool,
        stars,
        comment: stars === 5 ? 'Quick.' : null,
        at,
      });
      equal(await ratings.put(aVote(ann, 2, today)), true);
      equal(await ratings.put(aVote(bob, 4, today + 1)), true);
      equal(await ratings.put(aVote(ann, 5, today + 2)), true);
      equal(await ratings.put({ ...aVote(ann, 5, today), tool: `${namespace.name}/none` }), false);
      deepEqual(await ratings.list({ tool, after: null, limit: 10 }), [
        aVote(ann, 5, today + 2),
        aVote(bob, 4, today + 1),
      ]);
      deepEqual(await ratings.list({ tool, after: { at: today + 2, id: ann.id }, limit: 10 }), [
        aVote(bob, 4, today + 1),
      ]);
      deepEqual((await evidence.evidenceOf([version.id])).get(version.id)?.votes, {
        own: { count: 1, stars: 4 },
        others: [],
      });
    },
  },
];
