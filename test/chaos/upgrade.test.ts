import type { ApprovalDetail, ApprovalView, Envelope, RunView, SagaView } from '@assay/contracts';
import { createTestDatabase, openDatabase, type TestDatabase } from '@assay/persistence';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { sharedInstallation } from '../fixtures/shared-installation.js';
import { actingTools, agentKey, keyFor } from './acting-tools.js';
import type { Api } from './api.js';
import { Installation } from './installation.js';
import { patienceMs } from './soak.js';
import { until } from './until.js';

/** 25 ms apart, so 30 s. */
const within = 1_200;

const { api: tools, publishSagaTools } = actingTools();
let database: TestDatabase;
let home: Installation;

beforeEach(async () => {
  tools.refuses(() => undefined);
  database = await createTestDatabase();
  home = new Installation(sharedInstallation(database));
});
afterEach(async () => {
  await home.remove();
  await database.drop();
});

/**
 * The schema as the former engine left it: its own tables, its leases, and rows that know nothing of the journal. The
 * migration is due again.
 */
const asBefore = `
  DROP TABLE durable_runs;
  CREATE TABLE run_executors (id text PRIMARY KEY, organisation_id uuid, lease_until timestamptz(3) NOT NULL, taken_by text);
  INSERT INTO run_executors (id, lease_until) VALUES ('a replica that was stopped', now());
  CREATE SCHEMA dbos;
  CREATE TABLE dbos.workflow_status (workflow_uuid text PRIMARY KEY, status text);
  INSERT INTO dbos.workflow_status VALUES ('0198f000-0000-7000-8000-000000000001.1', 'PENDING');
  UPDATE sagas SET document = document || '{"run": 1}';
  DELETE FROM _prisma_migrations WHERE migration_name = '20261128010000_durable_runs'`;

async function inDatabase<Row>(text: string): Promise<readonly Row[]> {
  const opened = openDatabase(database.url, 1);
  try {
    return (await opened.pool.query(text)).rows as Row[];
  } finally {
    await opened.close();
  }
}

/** Tools that act once a key, one that needs consent, one that destroys, and a composition that calls it. */
async function furnish(admin: Api) {
  await publishSagaTools(admin);
  const step = (tool: string, at: number) => ({ tool: `chaos/${tool}`, inputMapping: { line: `$input.lines.${at}` } });
  await admin.expect(201, 'POST', '/v1/tools', {
    ...{ ...httpManifest('chaos/whole', {}), protocol: 'composite', description: 'Writes two lines' },
    inputSchema: { type: 'object', properties: { lines: { type: 'array', items: { type: 'string' } } } },
    endpoint: { notation: 'compose', definition: { mode: 'compose', steps: [step('book', 0), step('wipe', 1)] } },
  });
  await admin.expect(201, 'POST', '/v1/endorsements', { tool: 'chaos/whole', organisation: 'default' });
  return { agent: await agentKey(admin), person: await keyFor(admin, 'user', 'pia', ['approvals:decide']) };
}

const sagaOf = (api: Api, ...lines: readonly string[]) =>
  api.expect<SagaView>(202, 'POST', '/v1/sagas', {
    steps: lines.map((line, at) => ({ id: `s${at}`, tool: `chaos/${line.split(' ')[0]}`, arguments: { line } })),
  });
const callOf = (api: Api, tool: string, input: object) =>
  api.expect<Envelope>(202, 'POST', '/v1/invocations', { tool: `chaos/${tool}`, input });

function reading(api: Api) {
  const found = async <T>(path: string) => (await api.attempt<T>('GET', path))?.body;
  const saga = (id: string, state: SagaView['state']) =>
    until(`the saga to be ${state}`, async () => (await found<SagaView>(`/v1/sagas/${id}`))?.state === state, within);
  return {
    saga,
    waits: (id: string, at: number) =>
      until('the step to wait', async () => (await found<SagaView>(`/v1/sagas/${id}`))?.steps[at]?.approval?.id),
    call: (id: string) =>
      until(
        'the call to succeed',
        async () => (await found<Envelope>(`/v1/invocations/${id}`))?.status === 'succeeded',
        within,
      ),
    run: (id: string) =>
      until('the run to succeed', async () => (await found<RunView>(`/v1/runs/${id}`))?.status === 'succeeded', within),
    outcome: (id: string) =>
      until('the call to end', async () => (await found<ApprovalDetail>(`/v1/approvals/${id}`))?.outcome, within),
    pendingOfRun: (id: string) =>
      until(
        'the run to wait',
        async () => (await found<RunView>(`/v1/runs/${id}`))?.steps.find((it) => it.waitsFor)?.waitsFor?.id,
      ),
  };
}

it(
  'a database of the former engine, with sagas, approvals, tickets, runs and calls that wait, is upgraded, and all finish',
  async () => {
    let server = await home.start();
    const { agent, person } = await furnish(server.api);
    let [caller, decider, read] = [server.api.as(agent), server.api.as(person), reading(server.api.as(agent))];
    const decide = (id: string | undefined, decision = 'approve') =>
      decider.expect<ApprovalView>(200, 'POST', `/v1/approvals/${id}/decision`, { decision });

    tools.refuses((line) => (line === 'send refused' || line === 'undo book stuck' ? 'refused' : undefined));
    const stuck = await sagaOf(caller, 'book stuck', 'send refused');
    await read.saga(stuck.id, 'COMPENSATION_FAILED');
    tools.refuses(() => undefined);
    const consent = await sagaOf(caller, 'book consent', 'send consent', 'book consent again');
    const refused = await sagaOf(caller, 'book no', 'send no', 'book no again');
    const middle = await sagaOf(caller, 'book middle', 'wipe middle');
    const middleApproval = await read.waits(middle.id, 1);
    const unwanted = await sagaOf(caller, 'book unwanted', 'wipe unwanted');
    await read.waits(unwanted.id, 1);
    const pending = await callOf(caller, 'wipe', { line: 'wipe pending' });
    const whole = await callOf(caller, 'whole', { lines: ['book whole', 'wipe whole'] });
    const steps = ['book', 'wipe'].map((name, at) => ({
      ...{ id: `s${at}`, tool: `chaos/${name}`, arguments: { line: `${name} run` } },
      ...(at > 0 && { after: ['s0'] }),
    }));
    const run = await caller.expect<RunView>(202, 'POST', '/v1/plans/execute', { plan: { steps } });
    const runApproval = await read.pendingOfRun(run.id);
    // Answered with 202, under way, and cut off.
    const reached = tools.hold();
    const response = await fetch(`${server.api.url}/v1/invocations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent}`, 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ tool: 'chaos/send', input: { line: 'send accepted' } }),
    });
    const accepted = (await response.json()) as Envelope;
    const lost = await reached;
    // Decided, under way, and cut off.
    const decided = await callOf(caller, 'wipe', { line: 'wipe decided' });
    const held = tools.hold();
    await decide(decided.approval?.id);
    const request = await held;
    await server.kill();
    request.answer();
    lost.answer();

    await inDatabase(asBefore);
    server = await home.start();
    [caller, decider, read] = [server.api.as(agent), server.api.as(person), reading(server.api.as(agent))];
    expect(await inDatabase(`SELECT to_regnamespace('dbos') AS dbos, to_regclass('run_executors') AS leases`)).toEqual([
      { dbos: null, leases: null },
    ]);
    expect(await read.outcome(decided.approval?.id ?? '')).toBe('succeeded');
    expect((await caller.expect<Envelope>(200, 'GET', `/v1/invocations/${accepted.id}`)).error).toMatchObject({
      outcome: 'unknown',
    });
    await decide(consent.consents[0]?.approval.id);
    await decide(refused.consents[0]?.approval.id, 'deny');
    await decide(middleApproval);
    await caller.expect(202, 'DELETE', `/v1/sagas/${unwanted.id}`);
    await decide(pending.approval?.id);
    await decide(whole.approval?.id);
    await decide(runApproval);
    await decider.expect(202, 'POST', `/v1/sagas/${stuck.id}/resolve`, { action: 'retry', reason: 'it is back' });
    await read.saga(consent.id, 'COMPLETED');
    await read.saga(middle.id, 'COMPLETED');
    for (const { id } of [refused, unwanted, stuck]) await read.saga(id, 'FAILED');
    for (const { id } of [pending, whole]) await read.call(id);
    await read.run(run.id);
    await until(
      'the journal to be empty',
      async () => (await inDatabase('SELECT FROM durable_runs')).length === 0,
      within,
    );
    expect(Object.fromEntries(tools.effects)).toEqual(
      Object.fromEntries(
        [
          ...['book stuck', 'undo book stuck', 'book consent', 'send consent', 'book consent again', 'book middle'],
          ...['wipe middle', 'book unwanted', 'undo book unwanted', 'wipe pending', 'book whole', 'wipe whole'],
          ...['book run', 'wipe run', 'wipe decided', 'send accepted'],
        ].map((line) => [line, 1]),
      ),
    );
  },
  patienceMs,
);
