import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { smallQuestions } from '../testing/small-questions.js';
import { AnswerQuestions } from './answer-questions.js';
import { noPerson, personNamed } from './ask-questions.js';

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function furnished() {
  const house = await SmallHouse.open();
  const { store, asking, notices } = smallQuestions(house, (cause) => {
    throw cause;
  });
  const signalled: string[] = [];
  const runs = { signal: async (names: readonly string[]) => void signalled.push(...names) };
  const answering = new AnswerQuestions({ store, runs, clock: house.clock });
  const user = (name: string, parts: object = {}) => ({
    ...aCaller(),
    ...{ principalId: name, name, kind: 'user' as const, scopes: new Set<string>() },
    ...parts,
  });
  const stop = new AbortController();
  const waits: string[] = [];
  const ask = (parts: object = {}, isLeft = false) =>
    asking.ask(
      {
        ...{ caller: aCaller(), key: 'k', workId: 'run', step: '2.high', text: 'How many?' },
        node: { schema, to: null, timeoutMs: 60_000 },
        ...parts,
      },
      {
        signal: stop.signal,
        isLeft: () => isLeft,
        onWaiting: ({ url }) => {
          waits.push(url);
          return () => void waits.push('over');
        },
      },
    );
  const [first] = [
    async () => {
      await settled();
      const [question] = await answering.list(aCaller(), { limit: 10 });
      return question?.id ?? '';
    },
  ];
  return { house, store, asking, answering, notices, signalled, user, stop, waits, ask, openId: first };
}

describe('a question', () => {
  it('waits for an answer that fits, from a person who may give it, once', async () => {
    const so = await furnished();
    const asked = so.ask();
    const id = await so.openId();
    const decider = so.user('dora', { scopes: new Set(['approvals:decide']) });
    expect(await so.answering.answer(so.user('eve', { organisationId: 'other' }), id, { n: 1 })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await so.answering.answer(so.user('eve'), id, { n: 1 })).toMatchObject({ error: { code: 'not_found' } });
    const agent = so.user('bot', { kind: 'agent', scopes: new Set(['approvals:decide']) });
    expect(await so.answering.answer(agent, id, { n: 1 })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await so.answering.answer(decider, id, { n: 'many' })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/answer/n' }] },
    });
    expect(await so.answering.answer(decider, id, { n: 3 })).toMatchObject({ value: { status: 'answered' } });
    expect(await so.answering.answer(decider, id, { n: 4 })).toMatchObject({ error: { code: 'conflict' } });
    so.house.clock.advance(100);
    expect(await asked).toEqual({ ok: true, value: { n: 3 } });
    expect(so.waits).toEqual([`http://here/v1/questions/${id}`, 'over']);
    expect(so.signalled).toEqual([`call ${id}`].map(() => expect.stringContaining(id)));
  });

  it('is found again by its step, answered or not, and asked once', async () => {
    const so = await furnished();
    const left = so.ask({}, true);
    const id = await so.openId();
    so.stop.abort('left');
    expect(await left).toMatchObject({ error: { code: 'cancelled' } });
    expect((await so.store.find(id))?.status).toBe('open');
    await so.answering.answer(so.user('dora', { scopes: new Set(['approvals:decide']) }), id, { n: 1 });
    expect(await so.ask()).toEqual({ ok: true, value: { n: 1 } });
    expect(await so.answering.list(aCaller(), { limit: 10 })).toHaveLength(1);
  });

  it('expires without an answer in time', async () => {
    const so = await furnished();
    const asked = so.ask();
    const id = await so.openId();
    expect(await so.asking.recorded(id)).toBeUndefined();
    for (let at = 0; at < 60; at += 1) {
      so.house.clock.advance(2_000);
      await settled();
    }
    expect(await asked).toMatchObject({ error: { code: 'ask_expired' } });
    expect(
      await so.answering.answer(so.user('dora', { scopes: new Set(['approvals:decide']) }), id, { n: 1 }),
    ).toMatchObject({ error: { code: 'conflict' } });
    expect(await so.asking.recorded(id)).toMatchObject({ id });
  });

  it('is withdrawn when nobody wants the answer any more', async () => {
    const so = await furnished();
    const asked = so.ask();
    const id = await so.openId();
    so.stop.abort('cancelled');
    expect(await asked).toMatchObject({ error: { code: 'cancelled' } });
    expect((await so.store.find(id))?.status).toBe('withdrawn');
  });

  it('is for the person it names alone', async () => {
    const so = await furnished();
    const ann = { id: 'ann', organisationId: aCaller().organisationId ?? '', kind: 'user', name: 'ann', createdAt: 1 };
    so.house.directory.apply({ kind: 'principal', id: 'ann', state: ann as never });
    expect(personNamed('ann', ann.organisationId, so.house.directory)).toBe('ann');
    expect(await so.ask({ node: { schema, to: 'nobody', timeoutMs: 1 } })).toMatchObject({
      error: { code: 'invalid_input', message: noPerson('nobody') },
    });
    void so.ask({ node: { schema, to: 'ann', timeoutMs: 60_000 } });
    const id = await so.openId();
    const decider = so.user('dora', { scopes: new Set(['approvals:decide']) });
    expect(await so.answering.answer(decider, id, { n: 1 })).toMatchObject({ error: { code: 'not_found' } });
    expect(await so.answering.answer(so.user('ann'), id, { n: 1 })).toMatchObject({ value: { answeredBy: 'ann' } });
  });

  it.each([1, '', 'x'.repeat(4_001), 'a\u0000'])('is a text of some length: %#', async (text) => {
    expect(await (await furnished()).ask({ text })).toMatchObject({ error: { code: 'invalid_input' } });
  });
});
