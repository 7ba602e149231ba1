import { type Deadline, fail, ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { UpstreamCall } from '../tool-transport.js';
import type { Conversation } from './conversation.js';
import { conversationOver } from './conversation-over.js';
import { RenewedConversation } from './renewed-conversation.js';

const over = fail('upstream_unavailable', 'The conversation is over.', { outcome: 'none', data: conversationOver });
const lost = fail('upstream_unavailable', 'It was lost during the call.', { outcome: 'unknown' });

function conversation(answer: () => ReturnType<Conversation['request']>) {
  const made = { sent: 0, closed: 0 };
  const it: Conversation = {
    face: { serverInfo: {}, capabilities: {} },
    request: () => {
      made.sent += 1;
      return answer();
    },
    notify: () => {},
    tools: () => ({
      call: async () => {
        made.sent += 1;
        const reply = await answer();
        return reply.ok ? ok({ content: [], isError: false, source: 'mcp:acme/all' }) : reply;
      },
    }),
    close: async () => {
      made.closed += 1;
    },
  };
  return { it, made };
}

const asked = () => ({ tag: 'n1', signal: new AbortController().signal });
const deadline = (signal: AbortSignal) => ({ signal }) as unknown as Deadline;
const callOf = (signal: AbortSignal) =>
  ({ manifest: aManifest(), input: {}, deadline: deadline(signal) }) as UpstreamCall;

it('makes every request that was never sent again in one fresh conversation, and closes that after the last', async () => {
  const dead = conversation(async () => over);
  const gate = Promise.withResolvers<void>();
  const fresh = conversation(() => gate.promise.then(() => ok({ result: {} })));
  let opened = 0;
  const renewed = new RenewedConversation(dead.it, async () => {
    opened += 1;
    return ok(fresh.it);
  });
  const requests = Array.from({ length: 16 }, () => renewed.request('tools/call', {}, asked()));
  gate.resolve();
  expect((await Promise.all(requests)).every((reply) => reply.ok)).toBe(true);
  expect([opened, dead.made.sent, fresh.made]).toEqual([1, 16, { sent: 16, closed: 1 }]);
  expect((await renewed.tools('n2', undefined, () => {}).call(callOf(asked().signal))).ok).toBe(true);
  expect(opened).toBe(2);
});

it('never repeats a request that the server may have seen', async () => {
  const dying = conversation(async () => lost);
  const renewed = new RenewedConversation(dying.it, async () => {
    throw new Error('nothing is to be opened');
  });
  expect(await renewed.request('tools/call', {}, asked())).toBe(lost);
  expect(dying.made.sent).toBe(1);
});

it('answers with the failure to reach the server while that is away', async () => {
  const away = fail('upstream_unavailable', 'It cannot be reached.', { outcome: 'none' });
  const renewed = new RenewedConversation(conversation(async () => over).it, async () => away);
  expect(await renewed.request('tools/call', {}, asked())).toBe(away);
});

it('waits for a fresh conversation no longer than its request may take, and opens none once closed', async () => {
  const dead = conversation(async () => over);
  const ending = new AbortController();
  const signals: AbortSignal[] = [];
  const opening = Promise.withResolvers<void>();
  const renewed = new RenewedConversation(dead.it, (signal) => {
    signals.push(signal);
    opening.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(over)));
  });
  const waiting = renewed.tools('n1', undefined, () => {}).call(callOf(ending.signal));
  const patient = renewed.request('tools/call', {}, asked());
  await opening.promise;
  ending.abort();
  const failed = renewed.close();
  expect(await waiting).toBe(over);
  expect(await patient).toBe(over);
  await failed;
  expect(signals).toHaveLength(1);
  expect(await renewed.request('tools/call', {}, asked())).toBe(over);
  expect(signals).toHaveLength(1);
});
