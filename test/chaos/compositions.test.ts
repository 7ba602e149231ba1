import type { RunSummary, RunView } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { actingTools, agentKey } from './acting-tools.js';
import type { Api } from './api.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';

/** Of a lapsed lease, the take-over and the rest of the run; 25 ms apart, so 30 s. */
const takenOverWithin = 1_200;

const { api: tools, publish } = actingTools();
const homes = twoHomes();
let lines = 0;

/** A tool that acts once a key, and an agent who calls it. */
async function furnish(admin: Api): Promise<string> {
  await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  await publish(admin, 'act', 'honouring', { annotations: { destructiveHint: false, honoursKey: true } });
  return agentKey(admin);
}

const stepLines = (): string[] => {
  lines += 1;
  return [1, 2, 3, 4].map((step) => `line-${lines}-${step}`);
};

/** Steps one after the other; nobody is there for the answer once the server is dead. */
function begin(api: Api, own: readonly string[]): void {
  const steps = own.map((line, at) => ({
    ...{ id: `s${at}`, tool: 'chaos/act', arguments: { line } },
    ...(at > 0 && { after: [`s${at - 1}`] }),
  }));
  void api.attempt('POST', '/v1/plans/execute', { plan: { steps } });
}

const newestRun = async (api: Api): Promise<string> =>
  (await api.expect<{ items: RunSummary[] }>(200, 'GET', '/v1/runs?limit=1')).items[0]?.id ?? '';

const endOf = (api: Api, id: string) =>
  until(
    `the run ${id} to end`,
    async () => {
      const found = await api.attempt<RunView>('GET', `/v1/runs/${id}`);
      return found?.status === 200 ? found.body : undefined;
    },
    takenOverWithin,
  );

it(
  'kill -9 in the middle of a run: it is gone on with after the start, and every step acts once',
  async () => {
    let server = await homes[0].start();
    const agent = await furnish(server.api);
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const own = stepLines();
      const first = tools.hold();
      begin(server.api.as(agent), own);
      const one = await first;
      const id = await newestRun(server.api.as(agent));
      const second = tools.hold();
      one.answer();
      const two = await second;
      await server.kill();
      two.answer();
      server = await homes[0].start();
      const ended = await endOf(server.api.as(agent), id);
      expect([ended.status, ended.steps.map((it) => it.status)]).toEqual(['succeeded', Array(4).fill('succeeded')]);
      expect(own.map((line) => tools.effects.get(line))).toEqual([1, 1, 1, 1]);
      // Every attempt of a step had one key, and each step one of its own.
      expect(own.map((line) => tools.keys.get(line)?.size)).toEqual([1, 1, 1, 1]);
    }
  },
  patienceMs,
);

it(
  'kill -9 of one of two replicas: the other goes on with its runs',
  async () => {
    const [one, other] = await Promise.all([homes[0].start(), homes[1].start()]);
    const agent = await furnish(one.api);
    const own = stepLines();
    const held = tools.hold();
    begin(one.api.as(agent), own);
    const request = await held;
    const id = await newestRun(one.api.as(agent));
    await one.kill();
    request.answer();
    expect((await endOf(other.api.as(agent), id)).status).toBe('succeeded');
    expect(own.map((line) => tools.effects.get(line))).toEqual([1, 1, 1, 1]);
  },
  patienceMs,
);
