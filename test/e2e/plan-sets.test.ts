import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SagaView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asSaga } from '../fixtures/plan-sets/notations.ts';
import { type Apis, PublishedSet, sampled } from '../fixtures/plan-sets/on-server.ts';
import {
  type Json,
  type PlanCase,
  type PlannedStep,
  type PlanSet,
  stepsReferredTo,
} from '../fixtures/plan-sets/plan-set.ts';
import { hasPlanSets, realSets } from '../fixtures/plan-sets/real-sets.ts';
import { CoreRuns } from '../fixtures/plan-sets/run-in-core.ts';
import { sampleOf } from '../fixtures/plan-sets/sample.ts';
import { smallSets } from '../fixtures/plan-sets/small-sets.ts';
import { type FakeServer, serveStandIns } from '../fixtures/plan-sets/stand-ins.ts';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../shared/data');
const isHere = hasPlanSets(shared);
/** Of each real set over the server; the benchmark runs all of them. */
const ofASet = 3;
const ofASetInCore = 40;

const small = await smallSets();
const real = isHere ? await realSets(shared) : [];

let house: House;
let apis: Apis;
const servers: FakeServer[] = [];
let namespaces = 0;

beforeAll(async () => {
  house = await startHouse();
  const person = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
  apis = { admin: house.admin, person };
});
afterAll(async () => {
  await house.stop();
  for (const server of servers) await server.stop();
});

/** A set with its fakes, its tools published in a namespace of its own. */
async function published(set: PlanSet, cases: readonly PlanCase[]) {
  const server = await serveStandIns(set);
  servers.push(server);
  namespaces += 1;
  const tools = new PublishedSet(apis, set, server, `set${namespaces}`);
  await tools.publish(cases);
  return { tools, standIns: server.standIns };
}

const caseOf = (set: PlanSet, id: string): PlanCase => {
  const found = set.cases.find((it) => it.id === id);
  if (found === undefined) throw new Error(`no plan ${id} in ${set.name}`);
  return found;
};
const [calls, operations, graph, dialogues] = small as [PlanSet, PlanSet, PlanSet, PlanSet];

/** Problems of plans on the bare scheduler: rejected ones are reported with the reason. */
async function amissInCore(set: PlanSet, cases: readonly PlanCase[]) {
  const runs = new CoreRuns(set);
  const tried = [];
  for (const plan of cases) tried.push(await runs.try(plan));
  return {
    amiss: tried.flatMap(({ id, amiss, faults, refused }) =>
      [...amiss, ...faults, ...refused].map((what) => `${id}: ${what}`),
    ),
    refused: tried.filter((it) => it.errors.length > 0).map(({ id, errors }) => `${id}: ${errors[0]}`),
    groundless: tried.filter((it) => it.errors.length > 0 && it.invalid.length === 0).map(({ id }) => id),
    unforeseen: tried
      .filter((it) => it.invalid.length > 0 && it.errors.length + it.warnings.length === 0)
      .map(({ id, invalid }) => `${id}: ${invalid[0]}`),
  };
}

/** What is amiss with plans over the server, in every notation that can say them. */
async function amissOverServer(tools: PublishedSet, cases: readonly PlanCase[]) {
  const amiss: string[] = [];
  const refused: string[] = [];
  const notations = new Set<string>();
  for (const plan of cases) {
    for (const ran of await tools.runEveryWay(plan)) {
      notations.add(ran.notation);
      amiss.push(...ran.amiss.map((what) => `${plan.id}, as ${ran.notation}: ${what}`));
      if (ran.notation === 'plan') refused.push(...ran.refused.map((what) => `${plan.id}: ${what}`));
    }
    if (refused.every((it) => !it.startsWith(`${plan.id}: `)))
      amiss.push(...(await tools.strayEdges(plan)).map((what) => `${plan.id}: ${what}`));
  }
  return { amiss, refused, notations: [...notations].sort() };
}

const inEveryNotation = ['chain', 'compose', 'pipeline', 'plan'];

describe('small plan sets on the scheduler', () => {
  it('run as their graphs say, and what the check refuses does not fit', async () => {
    for (const set of small) {
      const { amiss, groundless, unforeseen, refused } = await amissInCore(set, set.cases);
      expect({ set: set.name, amiss, groundless, unforeseen }).toEqual({
        set: set.name,
        amiss: [],
        groundless: [],
        unforeseen: [],
      });
      expect(refused).toEqual(set === calls ? ['misfit: /steps/0/arguments/limit must be integer'] : []);
    }
  });

  it('fail the step where an edge carries one kind of thing to a place for another', async () => {
    const exampleOf = (schema: unknown) => sampleOf(schema, schema, () => 7);
    const runs = new CoreRuns(graph);
    const reports = new Set<string>();
    for (const giver of graph.tools.values())
      for (const taker of graph.tools.values())
        for (const [place, schema] of Object.entries(taker.inputSchema.properties as Json)) {
          const given = giver.outputSchema?.properties as Json;
          const isSame = isDeepStrictEqual(given.result, schema);
          const steps = [
            { id: 'a', tool: giver.name, arguments: exampleOf(giver.inputSchema) as Json },
            {
              id: 'b',
              tool: taker.name,
              arguments: { ...(exampleOf(taker.inputSchema) as Json), [place]: '$ref:a.result' },
            },
          ];
          const { errors, invalid } = await runs.try({ id: place, steps, links: [{ source: 'a', target: 'b' }] });
          reports.add(
            `${isSame ? 'same' : 'other'} kind: ${errors.length > 0 ? 'refused' : 'let pass'}, ${invalid.length > 0 ? 'and did not fit' : 'and fitted'}`,
          );
        }
    expect([...reports].sort()).toEqual(['other kind: let pass, and did not fit', 'same kind: let pass, and fitted']);
  });

  it('leave out what is no plan, and say why', () => {
    const left = small.flatMap(({ unusable }) => unusable.map(({ id, why }) => `${id}: ${why}`));
    expect(left).toEqual([
      'paths:unknown: the document has no operation GET /nowhere',
      'small:Draw > Write Down: the edge carries audio; the tools of the same graph give image and take audio',
      'nothing: it has no call',
      expect.stringMatching(/^no call: no literal at/),
    ]);
  });

  it('carry values along edges that were found in the schemas', () => {
    const steps = (id: string) => caseOf(operations, id).steps.map((it) => Object.values(it.arguments));
    expect(steps('paths:read')).toEqual([['v1'], ['$ref:s0.results.0.id'], ['$ref:s1.authors.0.id']]);
    expect(steps('paths:act')[2]).toEqual(['$ref:s1.loan_id']);
    expect(caseOf(dialogues, 'trip').steps[3]?.arguments).toEqual({ booking_id: '$ref:s1.booking_id' });
  });
});

describe('small plan sets over the server', () => {
  it.each([
    ['calls with arguments', calls],
    ['operations of an imported document', operations],
    ['ways along a graph of tools', graph],
    ['dialogues over stateful services', dialogues],
  ])('%s: in every notation as their graphs say', async (_what, set) => {
    const { tools } = await published(set, set.cases);
    const { amiss, refused, notations } = await amissOverServer(tools, set.cases);
    expect(amiss).toEqual([]);
    expect(notations).toEqual(inEveryNotation);
    expect(refused).toEqual(set === calls ? ['misfit: /plan/steps/0/arguments/limit must be integer'] : []);
  });

  it('wait for a person where a step destroys, and continue after approval', async () => {
    const { tools } = await published(operations, operations.cases);
    const ran = await tools.run(caseOf(operations, 'paths:act'));
    expect(ran).toMatchObject({ consents: 1, amiss: [] });
  });

  it('are tools as well', async () => {
    const { tools } = await published(calls, calls.cases);
    expect((await tools.runAsTool(caseOf(calls, 'diamond'), 'diamond')).amiss).toEqual([]);
  });
});

/** What of a dialogue reads or can be undone, ending with what reads; undefined when nothing of it is to be undone. */
function reversible(set: PlanSet, plan: PlanCase): PlanCase | undefined {
  const undoers = new Set([...set.tools.values()].map((it) => it.undoneBy?.tool));
  const kept: PlannedStep[] = [];
  for (const step of plan.steps) {
    const tool = set.tools.get(step.tool);
    const isUsable = (tool?.readOnly || tool?.undoneBy !== undefined) && !undoers.has(step.tool);
    if (isUsable && stepsReferredTo(step.arguments).every((id) => kept.some((it) => it.id === id))) kept.push(step);
  }
  const last = kept.findLastIndex(({ tool }) => set.tools.get(tool)?.readOnly);
  const steps = kept.slice(0, last + 1);
  const isAlone = steps.filter(({ tool }) => tool === steps.at(-1)?.tool).length === 1;
  const acts = steps.some(({ tool }) => set.tools.get(tool)?.undoneBy !== undefined);
  return isAlone && acts ? { ...plan, steps } : undefined;
}

/** Runs a dialogue as a saga twice, the second time with a failing last step; returns what the fakes saw of both. */
async function asSagas(set: PlanSet, plan: PlanCase) {
  const { tools, standIns } = await published(set, [plan]);
  const carriedOut = async () => {
    const { body } = await house.admin.post<SagaView>('/v1/sagas', asSaga(plan, tools.named));
    const isOver = (saga: SagaView) => ['COMPLETED', 'FAILED', 'COMPENSATION_FAILED'].includes(saga.state);
    const saga = await eventually(async () => {
      const shown = (await house.admin.get<SagaView>(`/v1/sagas/${body.id}`)).body;
      return isOver(shown) ? shown : undefined;
    }, 'the saga to end');
    return { state: saga.state, seen: standIns.drain() };
  };
  const done = await carriedOut();
  standIns.fails(plan.steps.at(-1)?.tool as string);
  return { done, undone: await carriedOut() };
}

/** The saga is COMPLETED with every step once; then FAILED, with everything undone by what it gave, the last first. */
async function expectSagas(set: PlanSet, plan: PlanCase): Promise<void> {
  const { done, undone } = await asSagas(set, plan);
  const wanted = plan.steps.map(({ tool }) => tool);
  expect([done.state, done.seen.map(({ tool }) => tool)]).toEqual(['COMPLETED', wanted]);
  const made = undone.seen.slice(0, wanted.length - 1);
  const undoing = made.toReversed().flatMap(({ tool, output }) => {
    const by = set.tools.get(tool)?.undoneBy;
    return by === undefined ? [] : [[by.tool, { [by.by]: (output as Json)[by.by] }]];
  });
  expect([undone.state, made.map(({ tool }) => tool)]).toEqual(['FAILED', wanted.slice(0, -1)]);
  expect(undone.seen.slice(wanted.length - 1).map(({ tool, input }) => [tool, input])).toEqual(undoing);
}

describe('dialogues as sagas', () => {
  it('keep what was booked, or undo it with the very values that booking gave', async () => {
    const plan = reversible(dialogues, caseOf(dialogues, 'two effects'));
    expect(plan?.steps.map(({ tool }) => tool)).toEqual(['book_flight', 'place_order', 'mean', 'retrieve_invoice']);
    await expectSagas(dialogues, plan as PlanCase);
  });
});

describe('real plan sets', () => {
  if (!isHere) {
    it(`are not in ${shared}, so none was run`, () => expect(isHere).toBe(false));
    return;
  }

  it.each(real.map((set) => [set.name, set] as const))(
    '%s: some of them run as their graphs say',
    async (name, set) => {
      const inCore = await amissInCore(set, sampled(set.cases, ofASetInCore));
      expect({ ...inCore, refused: [] }).toEqual({ amiss: [], refused: [], groundless: [], unforeseen: [] });
      const cases = sampled(set.cases, ofASet);
      const { tools } = await published(set, cases);
      const { amiss } = await amissOverServer(tools, cases);
      expect({ name, amiss }).toEqual({ name, amiss: [] });
    },
  );

  it('bfcl: some of its dialogues are kept or undone as sagas', async () => {
    const bfcl = real.find(({ name }) => name === 'bfcl') as PlanSet;
    const plans = bfcl.cases.flatMap((it) => reversible(bfcl, it) ?? []);
    expect(plans.length).toBeGreaterThan(50);
    for (const plan of sampled(plans, 3)) await expectSagas(bfcl, plan);
  });
});
