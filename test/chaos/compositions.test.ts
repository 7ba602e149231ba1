import type { CreatedKey, RunSummary, RunView } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Api } from './api.js';
import { Installation } from './installation.js';
import { patienceMs, rounds } from './soak.js';
import { until } from './until.js';

/** Of a lapsed lease, the take-over and the rest of the run; 25 ms apart, so 30 s. */
const takenOverWithin = 1_200;

const tools = new CountingApi();
let toolsUrl: string;
let database: TestDatabase;
let homes: [Installation, Installation];
let lines = 0;

beforeAll(async () => {
  toolsUrl = await tools.start();
});
afterAll(() => tools.stop());

beforeEach(async () => {
  database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length',
    ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length',
    ASSAY_ADMIN_KEY: 'the-administrator-of-both-replicas',
  };
  homes = [new Installation(environment), new Installation(environment)];
});
afterEach(async () => {
  for (const home of homes) await home.remove();
  await database.drop();
});

/** A tool that acts once a key, and an agent who calls it. */
async function furnish(admin: Api): Promise<string> {
  await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const annotations = { destructiveHint: false, honoursKey: true };
  const endpoint = { url: `${toolsUrl}/honouring` };
  await admin.expect(201, 'POST', '/v1/tools', httpManifest('chaos/act', { inputSchema, annotations, endpoint }));
  await admin.expect(201, 'POST', '/v1/endorsements', { tool: 'chaos/act', organisation: 'default' });
  const asked = { principal: { kind: 'agent', name: 'carl' }, scopes: ['tools:call', 'registry:read'] };
  return (await admin.expect<CreatedKey>(201, 'POST', '/v1/keys', asked)).key;
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
