import type { Envelope } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let agent: Client;
let pia: Client;
let tools: ComposableTools;

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  agent = await house.as('carl');
  pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
  await house.admin.post('/v1/tools', {
    ...{ name: 'acme/wipe', version: '1.0.0', description: 'Wipes a line', protocol: 'http' },
    inputSchema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    ...{ endpoint: { url: `${tools.api.url}/file_write` }, annotations: { destructiveHint: true } },
  });
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  const use = (tool: string) => ({ tool: `acme/${tool}` });
  await publish('careful', 'pipeline', { steps: [use('file_write'), use('wipe'), use('calculator')] });
  await publish('twice', 'pipeline', { steps: [use('wipe'), use('wipe')] });
  await publish('around', 'pipeline', { steps: [use('json_parser'), use('careful')] });
  const step = (id: string, tool: string) => ({ id, tool: `acme/${tool}`, arguments: { input: id } });
  await publish('beside', 'plan', { steps: [step('a', 'wipe'), step('b', 'wipe'), step('c', 'file_write')] });
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
});
beforeEach(() => {
  tools.api.seen.length = 0;
});

type Answered = Envelope & Refusal;

async function publish(name: string, notation: string, definition: object) {
  const published = await house.admin.post<Refusal>('/v1/tools', {
    ...{ name: `acme/${name}`, version: '1.0.0', description: name },
    ...(notation !== 'pipeline' && { inputSchema: { type: 'object' } }),
    ...{ protocol: 'composite', endpoint: { notation, definition } },
  });
  expect([published.status, published.body.errors]).toEqual([201, undefined]);
  await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
}
const call = (tool: string, input: object, more: object = {}, by = agent) =>
  by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input, ...more });
const show = async (id: string) => (await agent.get<Answered>(`/v1/invocations/${id}`)).body;
const ended = (id: string, by = agent) =>
  eventually(async () => {
    const found = (await by.get<Answered>(`/v1/invocations/${id}`)).body;
    return found.status === 'awaiting_approval' || found.status === 'running' ? undefined : found;
  }, 'the call ends');
const decide = (url: string | undefined, decision: string) =>
  pia.post(`/v1/approvals/${url?.split('/').at(-1)}/decision`, { decision });
const writes = () => tools.calls('file_write').map(({ input }) => input);

describe('a composition that comes to a step which needs a person', () => {
  it('says at once where it is decided, and goes on by itself; what was done is not done again', async () => {
    const waits = await call('careful', { input: 'x' }, { deadlineMs: 10_000 });
    expect([waits.status, waits.body.status]).toEqual([202, 'awaiting_approval']);
    expect(waits.body.approval?.url).toMatch(/\/approvals\//);
    expect(writes()).toEqual(['x']);
    const pending = await pia.get<{ items: { id: string; tool: string }[] }>('/v1/approvals?status=pending');
    expect(pending.body.items).toMatchObject([{ id: waits.body.approval?.id, tool: 'acme/wipe' }]);
    await decide(waits.body.approval?.url, 'approve');
    const done = await ended(waits.body.id);
    expect(done).toMatchObject({ status: 'succeeded', output: '= written: written: x', tool: 'acme/careful' });
    expect(done.provenance?.steps).toMatchObject([
      { step: 'step 0', tool: 'acme/file_write', status: 'succeeded' },
      { step: 'step 1', tool: 'acme/wipe', status: 'succeeded' },
      { step: 'step 2', tool: 'acme/calculator', status: 'succeeded' },
    ]);
    expect(writes()).toEqual(['x', 'written: x']);
  });

  it('keeps its key: a repeat gets the same answer while it waits, and the result afterwards', async () => {
    const key = { idempotencyKey: 'careful-1' };
    const waits = (await call('careful', { input: 'y' }, key)).body;
    const repeat = (await call('careful', { input: 'y' }, key)).body;
    expect([repeat.status, repeat.id, repeat.approval]).toEqual(['awaiting_approval', waits.id, waits.approval]);
    await decide(waits.approval?.url, 'approve');
    await ended(waits.id);
    const again = (await call('careful', { input: 'y' }, key)).body;
    expect([again.output, again.provenance?.freshness]).toEqual(['= written: written: y', 'replayed']);
    expect(writes()).toEqual(['y', 'written: y']);
  });

  it('ends with the denial, and says that something was done', async () => {
    const waits = (await call('careful', { input: 'n' })).body;
    await decide(waits.approval?.url, 'deny');
    const denied = await ended(waits.id);
    expect(denied).toMatchObject({ status: 'denied', error: { code: 'denied', outcome: 'done' } });
    expect(writes()).toEqual(['n']);
  });

  it('waits as often as it has to, each time for whom it says', async () => {
    const waits = (await call('twice', { input: 't' })).body;
    await decide(waits.approval?.url, 'approve');
    const second = await eventually(async () => {
      const found = await show(waits.id);
      return found.approval === undefined || found.approval.id === waits.approval?.id ? undefined : found;
    }, 'it waits for the second person');
    expect([second.status, writes()]).toEqual(['awaiting_approval', ['t']]);
    await decide(second.approval?.url, 'approve');
    expect((await ended(waits.id)).output).toBe('written: written: t');
    expect(writes()).toEqual(['t', 'written: t']);
  });

  it('waits only when nothing else of it goes on, and for one person after the other', async () => {
    const waits = (await call('beside', {})).body;
    expect(waits.status).toBe('awaiting_approval');
    expect(writes()).toEqual(['c']);
    const pending = await pia.get<{ items: { id: string }[] }>('/v1/approvals?status=pending');
    expect(pending.body.items).toHaveLength(2);
    for (const { id } of pending.body.items) await decide(id, 'approve');
    expect((await ended(waits.id)).output).toEqual({ a: 'written: a', b: 'written: b', c: 'written: c' });
    expect(writes().sort()).toEqual(['a', 'b', 'c']);
  });

  it('waits within another one, and within a run', async () => {
    const waits = (await call('around', { input: 'in' })).body;
    expect(waits).toMatchObject({ status: 'awaiting_approval', tool: 'acme/around' });
    await decide(waits.approval?.url, 'approve');
    expect(await ended(waits.id)).toMatchObject({ status: 'succeeded', output: '= written: written: 149.99 of in' });
    const plan = { steps: [{ id: 'a', tool: 'acme/careful', arguments: { input: 'run' } }] };
    const run = (
      await agent.post<{ id: string; status: string; steps: { waitsFor?: { url: string } }[] }>('/v1/plans/execute', {
        plan,
      })
    ).body;
    expect(run.status).toBe('awaiting_approval');
    await decide(run.steps[0]?.waitsFor?.url, 'approve');
    const over = await eventually(async () => {
      const { body } = await agent.get<{ status: string; outputs: object }>(`/v1/runs/${run.id}`);
      return body.status === 'awaiting_approval' || body.status === 'running' ? undefined : body;
    }, 'the run ends');
    expect(over).toMatchObject({ status: 'succeeded', outputs: { a: { output: '= written: written: run' } } });
  });

  it('can be given up while it waits, which withdraws what was asked; not by anybody else', async () => {
    const waits = (await call('around', { input: 'gone' })).body;
    const other = await house.as('dora');
    expect((await other.delete(`/v1/invocations/${waits.id}`)).status).toBe(404);
    expect((await agent.delete(`/v1/invocations/${waits.id}`)).status).toBe(202);
    expect(await ended(waits.id)).toMatchObject({ status: 'cancelled', error: { outcome: 'unknown' } });
    const found = await pia.get<{ status: string }>(`/v1/approvals/${waits.approval?.id}`);
    expect(found.body.status).toBe('cancelled');
    expect(writes()).toHaveLength(1);
    expect((await agent.delete(`/v1/invocations/${waits.id}`)).status).toBe(404);
    expect(await house.sql('SELECT FROM left_calls')).toHaveLength(0);
  });

  it('undoes what a branch did before it waited, when its join comes to be lost', async () => {
    const tool = (name: string, path: string, more: object) =>
      house.admin.post('/v1/tools', {
        ...{ name: `acme/${name}`, version: '1.0.0', description: name, protocol: 'http' },
        ...{ inputSchema: { type: 'object' }, endpoint: { url: `${tools.api.url}/${path}` }, ...more },
      });
    const compensation = { class: 'full', tool: 'acme/unwrite@^1', input: '{"data": input.input}' };
    await tool('unwrite', 'process', { annotations: { destructiveHint: false } });
    await tool('mild', 'file_write', { annotations: { destructiveHint: false }, compensation });
    await tool('wild', 'file_write', { annotations: { destructiveHint: true }, compensation });
    for (const name of ['unwrite', 'mild', 'wild'])
      await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
    const branch = (name: string) => ({ tool: `acme/${name}`, input: { input: name } });
    const branches = { a: branch('mild'), b: branch('wild'), c: { tool: 'acme/wild', input: { input: 'c' } } };
    await publish('some', 'chain', { parallel: { branches, join: { quorum: 0.6 } } });
    const waits = (await call('some', {})).body;
    expect([waits.status, writes()]).toEqual(['awaiting_approval', ['mild']]);
    const pending = await pia.get<{ items: { id: string }[] }>('/v1/approvals?status=pending');
    for (const { id } of pending.body.items) await decide(id, 'deny');
    expect(await ended(waits.id)).toMatchObject({ status: 'denied' });
    expect(writes()).toEqual(['mild']);
    expect(tools.calls('process')).toEqual([{ data: 'mild' }]);
  });

  it('is given up with the run around it', async () => {
    const plan = { steps: [{ id: 'a', tool: 'acme/careful', arguments: { input: 'over' } }] };
    const run = (
      await agent.post<{ id: string; steps: { waitsFor?: { id: string } }[] }>('/v1/plans/execute', { plan })
    ).body;
    const approval = run.steps[0]?.waitsFor?.id;
    await agent.delete(`/v1/runs/${run.id}`);
    const found = await pia.get<{ status: string }>(`/v1/approvals/${approval}`);
    expect(found.body.status).toBe('cancelled');
    await eventually(async () => {
      const left = await house.sql('SELECT FROM left_calls');
      return left.length === 0 || undefined;
    }, 'the call is forgotten');
  });

  it('is waited for by a saga, which goes on when it has ended', async () => {
    const steps = [{ id: 'a', tool: 'acme/careful', arguments: { input: 'saga' } }];
    const begun = await agent.post<Refusal & { id: string }>('/v1/sagas', { steps });
    expect([begun.status, begun.body.detail]).toEqual([202, undefined]);
    const approval = await eventually(async () => {
      const { body } = await pia.get<{ items: { id: string }[] }>('/v1/approvals?status=pending');
      return body.items[0]?.id;
    }, 'a step of the composition waits');
    await decide(approval, 'approve');
    const over = await eventually(async () => {
      const { body } = await agent.get<{ state: string; steps: object[] }>(`/v1/sagas/${begun.body.id}`);
      return body.state === 'COMPLETED' || body.state === 'FAILED' ? body : undefined;
    }, 'the saga ends');
    expect(over).toMatchObject({ state: 'COMPLETED', steps: [{ output: '= written: written: saga' }] });
    expect(writes()).toEqual(['saga', 'written: saga']);
  });

  it('goes on after a restart of the server, and with the rights its caller has by then', async () => {
    const waits = (await call('careful', { input: 'r' })).body;
    const key = await house.key('erin');
    const erin = house.client(key);
    const hers = (await call('careful', { input: 'e' }, {}, erin)).body;
    expect(hers.status).toBe('awaiting_approval');
    await house.restart();
    agent = house.client(await house.key('carl'));
    pia = house.client(
      await house.key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] }),
    );
    await decide(waits.approval?.url, 'approve');
    expect(await ended(waits.id)).toMatchObject({ status: 'succeeded', output: '= written: written: r' });
    expect(writes()).toEqual(['r', 'e', 'written: r']);
    await house.admin.post('/v1/revocations', { target: 'acme/wipe', reason: 'it wipes too much' });
    await decide(hers.approval?.url, 'approve');
    const after = await ended(hers.id, house.client(key));
    expect([after.status, after.error?.message]).toEqual(['denied', expect.stringMatching(/revoked/)]);
    expect(writes()).toHaveLength(3);
  });
});
