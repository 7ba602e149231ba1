import { deepEqual } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { hourMs } from '@assay/kernel';
import type { CatalogueStore } from '@assay/registry';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import { addCounts, type CandidateStore, noCounts } from '../candidates/candidate-store.js';
import { defaultTolerance } from '../evaluation/compare-outputs.js';
import type { EvaluatedCase, Evaluation } from '../evaluation/evaluation.js';
import { type EvaluationStore, maxRunningEvaluations } from '../evaluation/evaluation-store.js';
import type { RecordedCall, RecordedCallStore } from '../recording/recorded-calls.js';
import type { SavedExample, SavedExampleStore } from '../saved-examples/saved-example.js';

export interface EvaluationStoresFixture {
  readonly identities: IdentityStore;
  readonly catalogue: CatalogueStore;
  readonly recorded: RecordedCallStore;
  readonly examples: SavedExampleStore;
  readonly evaluations: EvaluationStore;
  readonly candidates: CandidateStore;
}

export interface EvaluationStoresCase {
  readonly name: string;
  readonly check: (fixture: EvaluationStoresFixture) => Promise<void>;
}

const idOf = (n: number): string => `0198f000-0000-7000-8000-0000e7a1${String(n).padStart(4, '0')}`;
const at = Date.UTC(2026, 0, 1, 12);

async function withCaller({ identities, catalogue }: EvaluationStoresFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const principal = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const other = await identities.addPrincipal({ ...aPrincipalRow(organisation.id), id: idOf(2), name: 'other' });
  const namespace = aNamespaceRow(principal);
  await identities.addNamespace(namespace);
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  return { organisationId: organisation.id, principalId: principal.id, otherId: other.id, versionId: version.id };
}

type Known = Awaited<ReturnType<typeof withCaller>>;

const aRecorded = ({ organisationId, principalId }: Known, n: number, parts: Partial<RecordedCall> = {}) => ({
  ...{ invocationId: idOf(100 + n), organisationId, principalId, tool: 'acme/orders.create', sealed: `s${n}` },
  ...{ at: at + n, ...parts },
});

const anExample = ({ organisationId, principalId, versionId }: Known, n: number): SavedExample => ({
  ...{ id: idOf(200 + n), organisationId, versionId, name: `example ${n}`, input: { z: 1, a: n } },
  ...{ output: { id: n }, match: 'schema', verifies: n % 2 === 0, masked: ['/output/email'] },
  ...{ invocationId: idOf(100 + n), createdBy: principalId, createdAt: at },
});

const anEvaluation = ({ organisationId, principalId, versionId }: Known, n: number): Evaluation => ({
  ...{ id: idOf(300 + n), organisationId, chosen: null, cases: [], startedAt: at + n, endedAt: null, problem: null },
  caller: { principalId, keyId: null, scopes: ['tools:call'], namespaces: null },
  tool: { reference: 'acme/a@1.0.0', versionId },
  against: { reference: 'acme/b@1.0.0', versionId },
  ...{ calls: 'recorded', limit: 5, tolerance: defaultTolerance },
});

const aCase: EvaluatedCase = { name: 'one', source: 'recorded', outcome: 'same', differences: [] };
const counts = addCounts(noCounts, { calls: 3, failures: 1, ms: 12.5, primaryCalls: 9 });

/** What the stores of evaluations promise. */
export const evaluationStoresContract: readonly EvaluationStoresCase[] = [
  {
    name: 'only what is recorded is kept, the newest of it, and it goes with its recording',
    check: async (fixture) => {
      const known = await withCaller(fixture);
      const { recorded } = fixture;
      const { organisationId, principalId, otherId } = known;
      const tool = 'acme/orders.create';
      await recorded.add([aRecorded(known, 1)]);
      deepEqual(await recorded.find(idOf(101)), undefined);
      deepEqual(await recorded.set({ organisationId, tool, keep: 2, createdAt: at }), true);
      await recorded.add([aRecorded(known, 1), aRecorded(known, 2), aRecorded(known, 3, { principalId: otherId })]);
      await recorded.add([aRecorded(known, 3, { sealed: 'again' })]);
      const newest = async (of: string | null) =>
        (await recorded.newest({ organisationId, tool, principalId: of, limit: 9 })).map(({ sealed }) => sealed);
      deepEqual(await newest(null), ['s3', 's2']);
      deepEqual(await newest(principalId), ['s2']);
      deepEqual(await recorded.find(idOf(102)), aRecorded(known, 2));
      deepEqual([...(await recorded.counts(organisationId))], [[tool, 2]]);
      deepEqual(await recorded.set({ organisationId, tool, keep: 1, createdAt: at + 9 }), true);
      deepEqual(await recorded.all(), [{ organisationId, tool, keep: 1, createdAt: at }]);
      deepEqual(await newest(null), ['s3']);
      deepEqual(await recorded.forget(at + 3), 0);
      deepEqual(await recorded.forget(at + 4), 1);
      await recorded.add([aRecorded(known, 4)]);
      deepEqual(await recorded.remove(organisationId, tool), true);
      deepEqual([await recorded.find(idOf(104)), await recorded.remove(organisationId, tool)], [undefined, false]);
    },
  },
  {
    name: 'examples have names of their own, and keep what they are',
    check: async (fixture) => {
      const known = await withCaller(fixture);
      const { examples } = fixture;
      deepEqual(await examples.add(anExample(known, 1)), 'added');
      deepEqual(await examples.add(anExample(known, 2)), 'added');
      deepEqual(await examples.add({ ...anExample(known, 3), name: 'example 1' }), 'name_taken');
      const names = async (organisationId: string) =>
        (await examples.of(known.versionId, organisationId)).map(({ name }) => name);
      deepEqual(await names(known.organisationId), ['example 1', 'example 2']);
      deepEqual(await names(idOf(9)), ['example 2']);
      deepEqual(await examples.verifying(known.versionId), [anExample(known, 2)]);
      deepEqual(await examples.find(idOf(201)), anExample(known, 1));
      deepEqual([await examples.remove(idOf(201)), await examples.remove(idOf(201))], [true, false]);
    },
  },
  {
    name: 'an evaluation keeps its cases in order, each once, until it ends',
    check: async (fixture) => {
      const known = await withCaller(fixture);
      const { evaluations } = fixture;
      deepEqual(await evaluations.begin(anEvaluation(known, 1)), true);
      deepEqual(await evaluations.find(idOf(301)), anEvaluation(known, 1));
      const chosen = [{ source: 'recorded', name: 'a' } as const];
      await evaluations.choose(idOf(301), chosen);
      await evaluations.choose(idOf(301), []);
      deepEqual(await evaluations.addCase(idOf(301), 1, aCase), true);
      deepEqual(await evaluations.addCase(idOf(301), 0, { ...aCase, name: 'first' }), true);
      deepEqual(await evaluations.addCase(idOf(301), 1, { ...aCase, name: 'again' }), false);
      deepEqual(await evaluations.unfinished(at + 2, 9), [idOf(301)]);
      deepEqual(await evaluations.unfinished(at + 1, 9), []);
      await evaluations.end(idOf(301), at + 60, 'why');
      await evaluations.end(idOf(301), at + 90, null);
      deepEqual(await evaluations.addCase(idOf(301), 2, aCase), false);
      const found = await evaluations.find(idOf(301));
      deepEqual([found?.chosen, found?.endedAt, found?.problem], [chosen, at + 60, 'why']);
      deepEqual(
        found?.cases.map((it) => [it.at, it.name]),
        [
          [0, 'first'],
          [1, 'one'],
        ],
      );
      deepEqual([await evaluations.unfinished(at + 2, 9), await evaluations.forget(at + 60)], [[], 0]);
      deepEqual([await evaluations.forget(at + 61), await evaluations.find(idOf(301))], [1, undefined]);
    },
  },
  {
    name: 'an organisation runs a bounded number of evaluations',
    check: async (fixture) => {
      const known = await withCaller(fixture);
      for (let n = 0; n < maxRunningEvaluations; n += 1)
        deepEqual(await fixture.evaluations.begin(anEvaluation(known, n)), true);
      deepEqual(await fixture.evaluations.begin(anEvaluation(known, 99)), false);
      await fixture.evaluations.end(idOf(300), at, null);
      deepEqual(await fixture.evaluations.begin(anEvaluation(known, 99)), true);
    },
  },
  {
    name: 'counts of candidates add up in one epoch, which ends once',
    check: async (fixture) => {
      const { organisationId } = await withCaller(fixture);
      const { candidates } = fixture;
      const id = idOf(400);
      const entry = { id, organisationId, epoch: 1, at, counts };
      await candidates.add(entry, 0);
      await candidates.add({ ...entry, at: at + 1 }, 0);
      const { state, totals } = await candidates.add({ ...entry, at: at + hourMs }, at + hourMs);
      deepEqual(state, { id, organisationId, epoch: 1, since: at, rolledBackAt: null, reason: null });
      deepEqual(totals, counts);
      deepEqual(
        (await candidates.totals([id, idOf(401)])).get(id)?.totals,
        addCounts(addCounts(counts, counts), counts),
      );
      deepEqual(await candidates.resume(id, at), undefined);
      deepEqual(await candidates.rollBack(id, 2, at, 'no'), false);
      deepEqual(await candidates.rollBack(id, 1, at + 5, 'worse'), true);
      deepEqual(await candidates.rollBack(id, 1, at + 6, 'again'), false);
      deepEqual((await candidates.states())[0], { ...state, rolledBackAt: at + 5, reason: 'worse' });
      const resumed = { ...state, epoch: 2, since: at + 7 };
      deepEqual(await candidates.resume(id, at + 7), resumed);
      deepEqual(await candidates.add(entry, 0), { state: resumed, totals: noCounts });
      deepEqual((await candidates.add({ ...entry, epoch: 2 }, 0)).totals, counts);
      deepEqual((await candidates.forget(at + hourMs)) > 0, true);
    },
  },
];
