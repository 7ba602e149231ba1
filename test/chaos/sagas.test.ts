import type { CreatedKey, NotificationView, SagaView } from '@assay/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import type { Api } from './api.js';
import type { Server } from './server.js';
import { patienceMs, rounds, soak } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import { forEach } from './workers.js';

const sagas = rounds(40, 300);
const kills = rounds(3, 30);
const stepsEach = 5;
/** Effects take up to this long, so that a blow finds many steps half done; in ms. */
const slowestMs = rounds(150, 400);
/** Of a lapsed lease, the take-over and what is left; 25 ms apart, so 30 s. */
const takenOverWithin = 1_200;
/**
 * Of each kind, so that a step which stays broken opens the circuits of few sagas: with one tool for all, they wait for
 * that, twice as long each time.
 */
const toolsOfAKind = 20;
/** Killed calls may open a tool's circuit all the same, which look-ups and undos wait for; 25 ms apart. */
const whileCircuitsOpen = rounds(6_000, 16_000);
const longEnoughMs = Math.max(patienceMs, 240_000);

type Tool = 'safe' | 'plain';

let api: CountingApi;
const homes = twoHomes();

beforeEach(() => {
  api = new CountingApi();
  sagaOf.clear();
});
afterEach(() => api.stop());

/** Tools that honour keys and tools that do not, each with what undoes it. */
async function publishTools(rest: Api, url: string): Promise<void> {
  await rest.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const manifest = { version: '1.0.0', description: 'Counts its effects.', inputSchema, protocol: 'http' };
  for (let saga = 0; saga < 2 * toolsOfAKind; saga += 1) {
    const tool = nameOf(saga);
    const honoursKey = toolOf(saga) === 'safe';
    const endpoint = { url: `${url}/${honoursKey ? 'honouring' : 'plain'}` };
    const undo = { class: 'full', tool: `${tool}-undo`, input: '{"line": "undo " & input.line}' };
    for (const [name, more] of [
      [`${tool}-undo`, {}],
      [tool, { compensation: undo }],
    ] as const)
      await rest.expect(201, 'POST', '/v1/tools', {
        ...manifest,
        name,
        endpoint,
        annotations: { honoursKey },
        ...more,
      });
  }
  // More calls within a minute than versions in the sandbox are for.
  await rest.expect(200, 'PUT', '/v1/limits/sandbox.calls.own/*', { limit: 1_000_000_000 });
}

const lineOf = (saga: number, step: number): string => `saga ${saga} step ${step}`;
const toolOf = (saga: number): Tool => (saga % 2 === 0 ? 'safe' : 'plain');
const nameOf = (saga: number): string => `chaos/${toolOf(saga)}${(saga >> 1) % toolsOfAKind}`;

/** Which step of a saga fails, and how; some undos fail, too. The same each time it is asked. */
const plans = Array.from({ length: sagas }, () => ({
  fails: Math.random() < 0.4 ? Math.floor(Math.random() * stepsEach) : undefined,
  how: Math.random() < 0.5 ? ('refused' as const) : ('broken' as const),
  stuck: Math.random() < 0.1 ? Math.floor(Math.random() * stepsEach) : undefined,
}));

function refusalOf(line: string) {
  const [, undo, saga, step] = /^(undo )?saga (\d+) step (\d+)$/.exec(line) ?? [];
  const plan = plans[Number(saga)];
  if (undo !== undefined) return plan?.stuck === Number(step) ? ('refused' as const) : undefined;
  return plan?.fails === Number(step) ? plan.how : undefined;
}

/** Begins a saga; its id. */
async function begin({ api: rest }: Server, saga: number): Promise<string> {
  const steps = Array.from({ length: stepsEach }, (_, step) => ({
    ...{ id: `s${step}`, tool: nameOf(saga), arguments: { line: lineOf(saga, step) } },
  }));
  const answer = await until(`saga ${saga} to begin`, async () => {
    const given = await rest.attempt<SagaView>('POST', '/v1/sagas', { steps, idempotencyKey: `saga-${saga}` });
    return given?.status === 202 ? given.body : undefined;
  });
  return answer.id;
}

const resting = new Set(['COMPLETED', 'FAILED', 'COMPENSATION_FAILED']);
const effectsOf = (line: string): number => api.effects.get(line) ?? 0;

/** Kills the server whenever so much more has happened, and starts it again. */
async function killed(first: Server): Promise<Server> {
  let server = first;
  const part = (sagas * stepsEach * 0.7) / kills;
  for (let blow = 0; blow < kills; blow += 1) {
    const moment = part * (blow + Math.random() * 0.9);
    await until('more to have happened', () => api.order.length >= moment, whileCircuitsOpen);
    await server.kill();
    server = await homes[0].start();
  }
  return server;
}

it(
  'sagas between kill -9: each ends, and every effect and every undo happens once where keys are honoured, at most once elsewhere',
  async () => {
    api.takes(() => Math.random() * slowestMs);
    api.refuses(refusalOf);
    const first = await homes[0].start();
    await publishTools(first.api, await api.start());
    const numbers = Array.from({ length: sagas }, (_, saga) => saga);
    await forEach(numbers, async (saga) => void sagaOf.set(await begin(first, saga), saga));
    const server = await killed(first);
    const ended = await until(
      'every saga to end',
      async () => {
        const all = await server.api.all<SagaView>('/v1/sagas');
        return all.every(({ state }) => resting.has(state)) ? all : undefined;
      },
      whileCircuitsOpen,
    );
    expect(ended).toHaveLength(sagas);
    const unknown = ended.flatMap((saga) => expectTruthful(saga));
    await expectReported(server, unknown);
    await resolveAll(server, ended);
    if (soak) {
      const count = (state: string) => ended.filter((it) => it.state === state).length;
      console.log(
        `${sagas} sagas, ${kills} kills: ${count('COMPLETED')} completed, ${count('FAILED')} failed, ${count('COMPENSATION_FAILED')} with a ticket, ${unknown.length} unknown outcomes`,
      );
    }
  },
  longEnoughMs,
);

/**
 * What could not be undone is tried again where keys make that harmless, and settled by a person elsewhere: then every
 * saga has ended, and at the tool that honours keys nothing is left.
 */
async function resolveAll(server: Server, ended: readonly SagaView[]): Promise<void> {
  api.refuses(() => undefined);
  const principal = { kind: 'user', name: 'pia' };
  const scopes = ['approvals:decide'];
  const { key } = await server.api.expect<CreatedKey>(201, 'POST', '/v1/keys', { principal, scopes });
  for (const { id } of ended.filter(({ state }) => state === 'COMPENSATION_FAILED')) {
    const action = toolOf(sagaOf.get(id) as number) === 'safe' ? 'retry' : 'settle';
    await server.api.as(key).expect(202, 'POST', `/v1/sagas/${id}/resolve`, { action, reason: 'seen to' });
  }
  const all = await until('those that were resolved to end', async () => {
    const sagas = await server.api.all<SagaView>('/v1/sagas');
    return sagas.every(({ state }) => state === 'COMPLETED' || state === 'FAILED') ? sagas : undefined;
  });
  const left = all
    .filter(({ id, state }) => state === 'FAILED' && toolOf(sagaOf.get(id) as number) === 'safe')
    .flatMap(({ id }) => Array.from({ length: stepsEach }, (_, step) => lineOf(sagaOf.get(id) as number, step)))
    .filter((line) => effectsOf(line) > effectsOf(`undo ${line}`));
  expect(left).toEqual([]);
}

const sagaOf = new Map<string, number>();

/** The saga's own report must match the effects; returns the keys of its forward calls with an unknown outcome. */
function expectTruthful({ id, state, steps, ticket }: SagaView): string[] {
  const saga = sagaOf.get(id) as number;
  const seen = steps.map((step, position) => {
    const line = lineOf(saga, position);
    const [done, undone] = [effectsOf(line), effectsOf(`undo ${line}`)];
    return { ...step, line, done, undone, keys: api.keys.get(line)?.size ?? 0 };
  });
  const about = JSON.stringify({ saga, state, seen });
  const never = (what: string, found: readonly unknown[]) =>
    found.length > 0 ? expect(`${what}: ${about}`).toBe('') : undefined;
  never(
    'twice',
    seen.filter(({ done, undone }) => done > 1 || undone > 1),
  );
  never(
    'not done',
    seen.filter(({ status, done }) => status === 'succeeded' && done !== 1),
  );
  never(
    'undone without need',
    seen.filter(({ undo, undone }) => undo === null && undone > 0),
  );
  never(
    'not undone',
    seen.filter(({ undo, undone }) => undo?.status === 'succeeded' && undone !== 1),
  );
  if (state === 'COMPLETED')
    never(
      'not whole',
      seen.filter(({ status, undo }) => status !== 'succeeded' || undo !== null),
    );
  else
    never(
      'left standing',
      seen.filter(({ status, undo }) => status === 'succeeded' && undo === null),
    );
  const failed = seen.filter(({ undo }) => undo?.status === 'failed');
  if (state === 'FAILED') never('not told', failed);
  expect(ticket?.steps ?? []).toEqual(failed.map((it) => it.id));
  if (toolOf(saga) === 'safe') {
    // Nothing is left over but what refuses to be undone. A step that was killed at its tool, and then refused, is undone
    // to be sure: nobody else can tell a refusal of the first call from one of the second.
    const stuck = plans[saga]?.stuck;
    never(
      'not even',
      seen.filter(
        ({ status, done, undone }, at) =>
          state !== 'COMPLETED' && at !== stuck && (status === 'unknown' ? undone !== 1 : done !== undone),
      ),
    );
    never(
      'failed to be undone',
      failed.filter(({ line }) => line !== lineOf(saga, stuck ?? -1)),
    );
    never(
      'several keys',
      seen.filter(({ keys }) => keys > 1),
    );
  }
  const lost = ({ error }: (typeof seen)[number]) => error?.code === 'outcome_unknown';
  return seen.flatMap((step, position) => (lost(step) ? [`saga:${id}:${position}:forward`] : []));
}

async function expectReported(server: Server, keys: readonly string[]): Promise<void> {
  await until(
    'somebody to be told of every unknown outcome',
    async () => {
      const notices = await server.api.all<NotificationView>('/v1/notifications');
      const reports = new Set(notices.map(({ details }) => details.key));
      return keys.every((key) => reports.has(key));
    },
    2_000,
  );
}

it(
  'a replica dies among its sagas: the other one takes them over within 30 s',
  async () => {
    const one = await homes[0].start();
    await publishTools(one.api, await api.start());
    const mine = Array.from({ length: rounds(6, 24) }, (_, saga) => saga);
    api.takes(() => Math.random() * 50);
    const held = api.hold();
    await forEach(mine, async (saga) => void sagaOf.set(await begin(one, saga), saga));
    const request = await held;
    const other = await homes[1].start();
    await until('more to have happened', () => api.order.length >= mine.length);
    await one.kill();
    request.answer();
    const ended = await until(
      'the other replica to end them',
      async () => {
        const all = await other.api.all<SagaView>('/v1/sagas');
        return all.every(({ state }) => resting.has(state)) ? all : undefined;
      },
      takenOverWithin,
    );
    const safe = ended.filter(({ id }) => toolOf(sagaOf.get(id) as number) === 'safe');
    expect(safe.map(({ state }) => state)).toEqual(safe.map(() => 'COMPLETED'));
    await expectReported(other, ended.flatMap(expectTruthful));
  },
  patienceMs,
);
