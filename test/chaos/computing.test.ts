import type { QuestionView, RunSummary, RunView } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { actingTools, agentKey, keyFor } from './acting-tools.js';
import type { Api } from './api.js';
import { patienceMs } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';

const takenOverWithin = 1_200;
const { api: tools, publish } = actingTools();
const homes = twoHomes();

async function furnish(admin: Api): Promise<string> {
  await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  await publish(admin, 'act', 'honouring', { annotations: { destructiveHint: false, honoursKey: true } });
  return agentKey(admin);
}

const newestRun = async (api: Api): Promise<RunSummary | undefined> =>
  (await api.expect<{ items: RunSummary[] }>(200, 'GET', '/v1/runs?limit=1')).items[0];

const runUntil = (api: Api, id: string, what: string, holds: (run: RunView) => boolean) =>
  until(
    what,
    async () => {
      const found = await api.attempt<RunView>('GET', `/v1/runs/${id}`);
      return found !== undefined && holds(found.body) ? found.body : undefined;
    },
    takenOverWithin,
  );

it(
  'kill -9 in the middle of a list: the run goes on, and no element is repeated',
  async () => {
    let server = await homes[0].start();
    const agent = await furnish(server.api);
    const lines = ['one', 'two', 'three', 'four'];
    const each = { in: lines, concurrency: 1 };
    const step = { id: 'e', tool: 'chaos/act', arguments: { line: { $expr: 'each' } }, each };
    const first = tools.hold();
    void server.api.as(agent).attempt('POST', '/v1/plans/execute', { plan: { steps: [step] } });
    const one = await first;
    const id = (await newestRun(server.api.as(agent)))?.id ?? '';
    const second = tools.hold();
    one.answer();
    const two = await second;
    await server.kill();
    two.answer();
    server = await homes[0].start();
    const ended = await runUntil(server.api.as(agent), id, 'the run to end', ({ endedAt }) => endedAt !== null);
    expect([ended.status, ended.steps.map((it) => it.status)]).toEqual(['succeeded', Array(4).fill('succeeded')]);
    expect(lines.map((line) => tools.effects.get(line))).toEqual([1, 1, 1, 1]);
    expect(lines.map((line) => tools.keys.get(line)?.size)).toEqual([1, 1, 1, 1]);
    expect(ended.outputs.e?.output).toHaveLength(4);
  },
  patienceMs,
);

it(
  'kill -9 while a question waits: it is asked once, and the run goes on with the answer',
  async () => {
    let server = await homes[0].start();
    const agent = await furnish(server.api);
    const person = await keyFor(server.api, 'user', 'pia', ['approvals:decide']);
    const steps = [
      { id: 'before', tool: 'chaos/act', arguments: { line: 'asked' } },
      { id: 'q', ask: { question: 'Which line?', schema: { type: 'string' } }, after: ['before'] },
      { id: 'after', tool: 'chaos/act', arguments: { line: '$ref:q' } },
    ];
    const begun = await server.api.as(agent).expect<RunView>(202, 'POST', '/v1/plans/execute', { plan: { steps } });
    expect(begun.status).toBe('awaiting_approval');
    await server.kill();
    server = await homes[0].start();
    const open = async () =>
      (await server.api.as(person).expect<{ items: QuestionView[] }>(200, 'GET', '/v1/questions?status=open')).items;
    const asked = await open();
    expect(asked.map(({ question }) => question)).toEqual(['Which line?']);
    await server.api.as(person).expect(200, 'POST', `/v1/questions/${asked[0]?.id}/answer`, { answer: 'answered' });
    const ended = await runUntil(server.api.as(agent), begun.id, 'the run to end', ({ endedAt }) => endedAt !== null);
    expect([ended.status, ended.outputs.q?.output]).toEqual(['succeeded', 'answered']);
    expect(['asked', 'answered'].map((line) => tools.effects.get(line))).toEqual([1, 1]);
    expect(await open()).toEqual([]);
  },
  patienceMs,
);
