import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RunView } from '@assay/contracts';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { KeptStep, Run, RunStore, RunWork } from '../runs/run.js';

export interface RunStoreFixture {
  readonly identities: IdentityStore;
  readonly runs: RunStore;
}

export interface RunStoreContractCase {
  readonly name: string;
  readonly check: (fixture: RunStoreFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 24);
const leaseMs = 60_000;
const over = -1_000;
const body = { plan: { steps: [{ id: 'a', tool: 'acme/a', arguments: { text: 'a \u0000, an é, a 🧾' } }] } };
const work: RunWork = { body, scopes: ['tools:call'], namespaces: null, pins: { 'acme/a': '1.0.0' } };

async function withOwner({ identities }: RunStoreFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const run = (parts: Partial<Run> = {}): Run => ({
    id: randomUUID(),
    organisationId: organisation.id,
    principalId: ann.id,
    keyId: null,
    idempotencyKey: null,
    digest: 'sha256:1',
    notation: 'plan',
    status: 'running',
    traceId: 'f'.repeat(32),
    startedAt: at,
    endedAt: null,
    ...parts,
  });
  return { ann, run };
}

const viewOf = ({ id, traceId }: Run, status: RunView['status'] = 'succeeded'): RunView => ({
  ...{
    id,
    notation: 'plan',
    status,
    outputs: { a: { status: 'succeeded', output: 'é\u0000' } },
    warnings: [],
    steps: [],
  },
  ...{ traceId, startedAt: new Date(at).toISOString(), endedAt: new Date(at + 5).toISOString() },
});

const step = (path: string, output: unknown = path): KeptStep => ({
  path,
  view: { index: 0, id: path, tool: 'acme/a', status: 'succeeded', ms: 1 },
  outcome: { status: 'succeeded', output },
});

const byPath = (steps: readonly KeptStep[]) => [...steps].sort((a, b) => (a.path < b.path ? -1 : 1));

/** What every RunStore promises. */
export const runStoreContract: readonly RunStoreContractCase[] = [
  {
    name: 'a run is kept, its steps are, and its end forgets them',
    check: async (fixture) => {
      const { runs } = fixture;
      const { run } = await withOwner(fixture);
      const one = run();
      const holder = randomUUID();
      deepEqual(await runs.begin(one, work, holder, leaseMs, at - 1), one);
      deepEqual(await runs.find(one.id), one);
      equal(await runs.view(one.id), undefined);
      equal(await runs.keep(one.id, holder, 'awaiting_approval', [step('a'), step('é\u0000')]), 'kept');
      equal(await runs.keep(one.id, holder, 'running', [step('a', 2)]), 'kept');
      deepEqual(byPath(await runs.steps(one.id)), [step('a', 2), step('é\u0000')]);
      equal(await runs.end(one.id, holder, viewOf(one, 'partial'), at + 5), true);
      deepEqual(await runs.find(one.id), { ...one, status: 'partial', endedAt: at + 5 });
      deepEqual(await runs.view(one.id), viewOf(one, 'partial'));
      deepEqual(await runs.steps(one.id), []);
      equal(await runs.keep(one.id, holder, 'running', [step('b')]), 'lost');
      equal(await runs.end(one.id, holder, viewOf(one), at + 6), false);
      equal(await runs.cancel(one.id), false);
      equal(await runs.find(randomUUID()), undefined);
    },
  },
  {
    name: 'a key identifies one run of its caller, for the requested time, for any number of concurrent starts',
    check: async (fixture) => {
      const { runs } = fixture;
      const { run, ann } = await withOwner(fixture);
      const holder = randomUUID();
      const keyed = () => run({ idempotencyKey: 'k' });
      const begun = await Promise.all([1, 2, 3].map(() => runs.begin(keyed(), work, holder, leaseMs, at - 1)));
      const [first] = begun as [Run];
      equal(new Set(begun.map(({ id }) => id)).size, 1);
      deepEqual(await runs.underKey(ann.id, 'k', at - 1), first);
      equal(await runs.underKey(ann.id, 'other', at - 1), undefined);
      // While it has not ended it has its key, however old it is.
      deepEqual(await runs.underKey(ann.id, 'k', at), first);
      await runs.end(first.id, holder, viewOf(first), at + 5);
      equal(await runs.underKey(ann.id, 'k', at), undefined);
      const second = keyed();
      equal((await runs.begin(second, work, holder, leaseMs, at)).id, second.id);
      equal((await runs.find(first.id))?.idempotencyKey, null);
    },
  },
  {
    name: 'a run whose holder fell silent is taken by one other, with all that is known of it',
    check: async (fixture) => {
      const { runs } = fixture;
      const { run } = await withOwner(fixture);
      const [dead, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      const [left, held] = [run(), run()];
      await runs.begin(left, work, dead, over, at - 1);
      await runs.begin(held, work, dead, leaseMs, at - 1);
      await runs.keep(left.id, dead, 'awaiting_approval', [step('a')]);
      equal(await runs.cancel(left.id), true);
      const own = new Set([left.id, held.id]);
      const mine = (all: Awaited<ReturnType<RunStore['take']>>) => all.filter((it) => own.has(it.run.id));
      const [byB, byC] = await Promise.all([runs.take(b, leaseMs, 100), runs.take(c, leaseMs, 100)]);
      const taken = [...mine(byB), ...mine(byC)];
      const state = { ...left, status: 'awaiting_approval' as const };
      deepEqual(taken, [{ run: state, work, steps: [step('a')], isCancelled: true }]);
      const [winner, loser] = mine(byB).length === 1 ? [b, c] : [c, b];
      deepEqual(await runs.renew(winner, [left.id, held.id], leaseMs), new Map([[left.id, { cancelled: true }]]));
      deepEqual(await runs.renew(loser, [left.id], leaseMs), new Map());
      equal(await runs.keep(left.id, dead, 'running', []), 'lost');
      equal(await runs.keep(left.id, winner, 'running', []), 'cancelled');
      equal(await runs.end(left.id, dead, viewOf(left), at), false);
      await runs.release(winner);
      deepEqual(
        mine(await runs.take(dead, leaseMs, 100)).map((it) => it.run.id),
        [left.id],
      );
    },
  },
  {
    name: 'a run that ended with something left to do is resumed by one, with other rights, while that is kept',
    check: async (fixture) => {
      const { runs } = fixture;
      const { run } = await withOwner(fixture);
      const holder = randomUUID();
      const again = (of: RunWork): RunWork => ({ ...of, scopes: ['admin'], resumed: (of.resumed ?? 0) + 1 });
      const reopen = (id: string) => runs.reopen(id, holder, leaseMs, null, again);
      const one = run({ keyId: randomUUID() });
      await runs.begin(one, work, holder, leaseMs, at - 1);
      await runs.keep(one.id, holder, 'running', [step('a'), step('b')]);
      equal(await reopen(one.id), undefined);
      await runs.cancel(one.id);
      equal(await runs.end(one.id, holder, viewOf(one, 'failed'), at + 5, { work, steps: [step('a', 7)] }), true);
      deepEqual(byPath(await runs.steps(one.id)), [step('a', 7)]);
      const [taken, beaten] = await Promise.all([reopen(one.id), reopen(one.id)]);
      const open = { ...one, keyId: null, status: 'running' as const, endedAt: null };
      const resumed = { ...work, scopes: ['admin'], resumed: 1 };
      deepEqual(taken ?? beaten, { run: open, work: resumed, steps: [step('a', 7)], isCancelled: false });
      equal(taken === undefined || beaten === undefined, true);
      equal(await runs.view(one.id), undefined);
      deepEqual(await runs.renew(holder, [one.id], leaseMs), new Map([[one.id, { cancelled: false }]]));
      await runs.end(one.id, holder, viewOf(one), at + 6);
      equal(await reopen(one.id), undefined);
      const read = { ...run(), status: 'partial' as const, endedAt: at + 1 };
      await runs.add(read, viewOf(read, 'partial'), { work, steps: [step('a')] });
      await runs.close(at);
      equal((await reopen(read.id))?.steps.length, 1);
      await runs.end(read.id, holder, viewOf(read, 'failed'), at + 7, { work, steps: [step('a')] });
      await runs.close(at + 1);
      deepEqual(await runs.steps(read.id), []);
      equal(await reopen(read.id), undefined);
    },
  },
  {
    name: 'lists are newest first, of one caller, by status, and read on behind a place; what is old is forgotten',
    check: async (fixture) => {
      const { runs } = fixture;
      const { run, ann } = await withOwner(fixture);
      const all = [run(), run({ startedAt: at + 1 }), run({ startedAt: at + 2 })] as [Run, Run, Run];
      const ended = all.map((it) => ({ ...it, status: 'succeeded' as const, endedAt: at + 10 }));
      for (const it of ended) await runs.add(it, viewOf(it));
      const open = run({ startedAt: at + 3 });
      await runs.begin(open, work, randomUUID(), leaseMs, at - 1);
      const query = { principalId: ann.id, after: null, limit: 10 };
      const ids = async (parts: object = {}) => (await runs.list({ ...query, ...parts })).map(({ id }) => id);
      deepEqual(await ids(), [open.id, all[2].id, all[1].id, all[0].id]);
      deepEqual(await ids({ limit: 1 }), [open.id]);
      deepEqual(await ids({ status: 'succeeded', after: { at: at + 2, id: all[2].id } }), [all[1].id, all[0].id]);
      deepEqual(await ids({ principalId: randomUUID() }), []);
      await runs.forget(at + 10, 10);
      equal((await ids()).length, 4);
      await runs.forget(at + 10, 2);
      deepEqual(await ids(), [open.id, all[2].id, all[1].id]);
      await runs.forget(at + 11, 10);
      deepEqual(await ids(), [open.id]);
    },
  },
];
