import type { ApprovalView, SagaView } from '@assay/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { actingTools, agentKey, keyFor } from './acting-tools.js';
import type { Api } from './api.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';

/** Of a lapsed lease, the take-over and the calls; 25 ms apart, so 30 s. */
const takenOverWithin = 1_200;

const { api: tools, publishSagaTools } = actingTools();
const homes = twoHomes();
let lines = 0;

beforeEach(() => tools.refuses(() => undefined));

/** Tools with a way back (`book`), without one (`send`), and that destroy (`wipe`); who begins sagas, and who decides. */
async function furnish(admin: Api) {
  await publishSagaTools(admin);
  const agent = await agentKey(admin);
  return { agent, person: await keyFor(admin, 'user', 'pia', ['approvals:decide']) };
}

/** Begins a saga of such tools; its id, and what its steps are called with. */
async function begin(api: Api, ...names: readonly string[]) {
  lines += 1;
  const given = names.map((name, at) => `${name} ${lines}.${at}`);
  const steps = names.map((name, at) => ({ id: `s${at}`, tool: `chaos/${name}`, arguments: { line: given[at] } }));
  const saga = await api.expect<SagaView>(202, 'POST', '/v1/sagas', { steps });
  return { saga, given };
}

const decide = (api: Api, id: string, decision: 'approve' | 'deny') =>
  api.expect<ApprovalView>(200, 'POST', `/v1/approvals/${id}/decision`, { decision });

const comesTo = (api: Api, id: string, state: SagaView['state'], tries = takenOverWithin) =>
  until(
    `the saga ${id} to be ${state}`,
    async () => {
      const saga = (await api.attempt<SagaView>('GET', `/v1/sagas/${id}`))?.body;
      return saga?.state === state ? saga : undefined;
    },
    tries,
  );

const effectsOf = (given: readonly string[]) => given.map((line) => tools.effects.get(line) ?? 0);

it(
  'kill -9 while sagas wait for consent: none is lost, nothing runs before it is given, and each step once after it',
  async () => {
    let server = await homes[0].start();
    const { agent, person } = await furnish(server.api);
    for (let round = 0; round < rounds(1, 15); round += 1) {
      const given = await begin(server.api.as(agent), 'book', 'send', 'book');
      const refused = await begin(server.api.as(agent), 'book', 'send', 'book');
      const decided = await begin(server.api.as(agent), 'send', 'book');
      const consentOf = ({ saga }: typeof given) => saga.consents[0]?.approval.id ?? '';
      await server.kill();
      server = await homes[0].start();
      for (const { saga } of [given, refused, decided])
        expect((await server.api.expect<SagaView>(200, 'GET', `/v1/sagas/${saga.id}`)).state).toBe('PENDING');
      await decide(server.api.as(person), consentOf(refused), 'deny');
      await decide(server.api.as(person), consentOf(given), 'approve');
      await comesTo(server.api, given.saga.id, 'COMPLETED');
      // Killed right after the decision, which is all that is known of it.
      await decide(server.api.as(person), consentOf(decided), 'approve');
      await server.kill();
      server = await homes[0].start();
      await comesTo(server.api, decided.saga.id, 'COMPLETED');
      await comesTo(server.api, refused.saga.id, 'FAILED');
      const did = [given, refused, decided].map((it) => effectsOf(it.given));
      expect(did).toEqual([
        [1, 1, 1],
        [0, 0, 0],
        [1, 1],
      ]);
    }
  },
  patienceMs,
);

it(
  'a replica dies while a saga in it waits for a person in its middle: another one goes on, or undoes when it is cancelled',
  async () => {
    const one = await homes[0].start();
    const { agent, person } = await furnish(one.api);
    const waits = async () => {
      const begun = await begin(one.api.as(agent), 'book', 'wipe');
      const approval = await until('the step to wait', async () => {
        const saga = await one.api.expect<SagaView>(200, 'GET', `/v1/sagas/${begun.saga.id}`);
        return saga.steps[1]?.approval?.id;
      });
      return { ...begun, approval };
    };
    const [approved, cancelled] = [await waits(), await waits()];
    const other = await homes[1].start();
    await one.kill();
    await decide(other.api.as(person), approved.approval, 'approve');
    await other.api.as(agent).expect(202, 'DELETE', `/v1/sagas/${cancelled.saga.id}`);
    await comesTo(other.api, approved.saga.id, 'COMPLETED');
    await comesTo(other.api, cancelled.saga.id, 'FAILED');
    expect([effectsOf(approved.given), effectsOf(cancelled.given)]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect(tools.effects.get(`undo ${cancelled.given[0]}`)).toBe(1);
  },
  patienceMs,
);

it(
  'kill -9 after a person had it tried again: what was left is undone once',
  async () => {
    let server = await homes[0].start();
    const { agent, person } = await furnish(server.api);
    tools.refuses((line) => (line.startsWith('send') || line.startsWith('undo') ? 'refused' : undefined));
    const { saga, given } = await begin(server.api.as(agent), 'book', 'send');
    await comesTo(server.api, saga.id, 'COMPENSATION_FAILED');
    tools.refuses(() => undefined);
    const held = tools.hold();
    const body = { action: 'retry', reason: 'the hotel is back' };
    await server.api.as(person).expect(202, 'POST', `/v1/sagas/${saga.id}/resolve`, body);
    const request = await held;
    await server.kill();
    request.answer();
    server = await homes[0].start();
    const ended = await comesTo(server.api, saga.id, 'FAILED');
    expect(ended.resolutions).toMatchObject([{ action: 'retry', by: 'pia' }]);
    expect(tools.effects.get(`undo ${given[0]}`)).toBe(1);
  },
  patienceMs,
);
