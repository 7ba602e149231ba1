import { type Failure, fail, ok, type Result, startDeadline } from '@assay/kernel';
import { FakeClock, TurnClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { ToolTransport } from '../tool-transport.js';
import type { Conversation, Reply } from './conversation.js';
import { cleanConversation } from './without-secrets.js';

const secret = 'planted-token-0123';
const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at, note: at === 9_999 ? secret : 'none' }));
const large: Reply = { result: { structuredContent: { rows } } };
const small: Reply = { result: { text: `it was ${secret}` } };

function conversationWith(reply: Reply, clock: TurnClock, answer: Result<Reply, Failure> = ok(reply)) {
  const conversation: Conversation = {
    face: { serverInfo: {}, capabilities: {} },
    request: async () => answer,
    notify: () => {},
    tools: (_tag, _meta, replied) => ({
      call: async () => {
        replied(reply);
        return ok({ content: [], isError: false, source: 's' });
      },
    }),
    close: async () => {},
  };
  return cleanConversation(conversation, [secret], clock);
}

const never = new AbortController().signal;
const calling = () =>
  ({ deadline: startDeadline(new FakeClock(), 1_000) }) as unknown as Parameters<ToolTransport['call']>[0];

describe('cleanConversation', () => {
  it('hides secrets in small answers at once', async () => {
    const clock = new TurnClock();
    const conversation = conversationWith(small, clock);
    const asked = { tag: 't', signal: never };
    expect(await conversation.request('prompts/get', {}, asked)).toEqual(ok({ result: { text: 'it was [hidden]' } }));
    const replies: Reply[] = [];
    await conversation.tools('t', undefined, (reply) => void replies.push(reply)).call(calling());
    expect(replies).toEqual([{ result: { text: 'it was [hidden]' } }]);
    expect(clock.turns).toBe(0);
  });

  it('hides secrets in large answers in turns of the event loop', async () => {
    const clock = new TurnClock();
    const conversation = conversationWith(large, clock);
    const read = await conversation.request('resources/read', {}, { tag: 't', signal: never });
    expect(read.ok && JSON.stringify(read.value)).toContain('[hidden]');
    expect(JSON.stringify(read)).not.toContain(secret);
    const turns = clock.turns;
    expect(turns).toBeGreaterThan(20);
    const replies: Reply[] = [];
    await conversation.tools('t', undefined, (reply) => void replies.push(reply)).call(calling());
    expect(replies).toHaveLength(1);
    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(clock.turns).toBeGreaterThan(turns + 20);
  });

  it.each([
    ['deadline', 'deadline_exceeded'],
    ['gone', 'cancelled'],
  ])('answers nothing of a large one after the signal: %s', async (reason, code) => {
    const conversation = conversationWith(large, new TurnClock());
    const answered = await conversation.request('resources/read', {}, { tag: 't', signal: AbortSignal.abort(reason) });
    expect(answered).toMatchObject({ ok: false, error: { code } });
  });

  it('hides secrets in failures', async () => {
    const failing = conversationWith(small, new TurnClock(), fail('upstream_error', `no ${secret}`));
    expect(await failing.request('ping', {}, { tag: 't', signal: never })).toMatchObject({
      ok: false,
      error: { message: 'no [hidden]' },
    });
  });
});
