import type { ApprovalDetail, ApprovalView, Envelope } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { actingTools, agentKey, keyFor } from './acting-tools.js';
import type { Api } from './api.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';

/** Of a lapsed lease, the take-over and the call; 25 ms apart, so 30 s. */
const takenOverWithin = 1_200;

const { api: tools, publish } = actingTools();
const homes = twoHomes();
let lines = 0;

/** Tools that destroy, one that honours keys and one that does not; who calls them, and who approves. */
async function furnish(admin: Api) {
  await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  for (const [tool, honoursKey] of [
    ['plain', false],
    ['honouring', true],
  ] as const)
    await publish(admin, tool, tool, { annotations: { destructiveHint: true, ...(honoursKey && { honoursKey }) } });
  const agent = await agentKey(admin);
  return { agent, approver: await keyFor(admin, 'user', 'pia', ['approvals:decide']) };
}

async function waits(api: Api, tool: string) {
  lines += 1;
  const line = `line-${lines}`;
  const body = { tool: `chaos/${tool}`, input: { line } };
  const { id, approval } = await api.expect<Envelope>(202, 'POST', '/v1/invocations', body);
  return { line, id, approval: approval?.id ?? '' };
}

const approve = (api: Api, id: string) =>
  api.expect<ApprovalView>(200, 'POST', `/v1/approvals/${id}/decision`, { decision: 'approve' });

const outcomeOf = (api: Api, id: string, tries?: number) =>
  until(
    `the call of approval ${id} to end`,
    async () => (await api.attempt<ApprovalDetail>('GET', `/v1/approvals/${id}`))?.body.outcome,
    tries,
  );

it(
  'kill -9 while calls wait: each runs exactly once when it is approved afterwards',
  async () => {
    let server = await homes[0].start();
    const { agent, approver } = await furnish(server.api);
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const waiting = [];
      for (let call = 0; call < 3; call += 1) waiting.push(await waits(server.api.as(agent), 'plain'));
      await server.kill();
      server = await homes[0].start();
      const deciding = server.api.as(approver);
      for (const { approval, id } of waiting) {
        const seen = await server.api.as(agent).expect<Envelope>(202, 'GET', `/v1/invocations/${id}`);
        expect(seen.status).toBe('awaiting_approval');
        await approve(deciding, approval);
      }
      for (const { approval, line } of waiting) {
        expect(await outcomeOf(deciding, approval)).toBe('succeeded');
        expect(tools.effects.get(line)).toBe(1);
      }
    }
  },
  patienceMs,
);

it(
  'kill -9 right after the decision: the call is made all the same, once',
  async () => {
    let server = await homes[0].start();
    const { agent, approver } = await furnish(server.api);
    const { approval, id, line } = await waits(server.api.as(agent), 'honouring');
    const held = tools.hold();
    await approve(server.api.as(approver), approval);
    const request = await held;
    await server.kill();
    request.answer();
    server = await homes[0].start();
    expect(await outcomeOf(server.api.as(approver), approval)).toBe('succeeded');
    expect(tools.effects.get(line)).toBe(1);
    expect((await server.api.as(agent).expect<Envelope>(200, 'GET', `/v1/invocations/${id}`)).status).toBe('succeeded');
  },
  patienceMs,
);

it(
  'kill -9 in the middle of an approved call to a tool that takes none twice: not made again, and said to be unknown',
  async () => {
    let server = await homes[0].start();
    const { agent, approver } = await furnish(server.api);
    const { approval, id, line } = await waits(server.api.as(agent), 'plain');
    const held = tools.hold();
    await approve(server.api.as(approver), approval);
    const request = await held;
    await server.kill();
    request.answer();
    server = await homes[0].start();
    expect(await outcomeOf(server.api.as(approver), approval)).toBe('failed');
    expect(tools.effects.get(line)).toBe(1);
    const ended = await server.api.as(agent).attempt<Envelope>('GET', `/v1/invocations/${id}`);
    expect(ended?.body.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  },
  patienceMs,
);

it(
  'a replica dies while a call waits in it: the other one takes it over within 30 s',
  async () => {
    const one = await homes[0].start();
    const { agent, approver } = await furnish(one.api);
    const { approval, line } = await waits(one.api.as(agent), 'plain');
    const other = await homes[1].start();
    await one.kill();
    await approve(other.api.as(approver), approval);
    expect(await outcomeOf(other.api.as(approver), approval, takenOverWithin)).toBe('succeeded');
    expect(tools.effects.get(line)).toBe(1);
  },
  patienceMs,
);
