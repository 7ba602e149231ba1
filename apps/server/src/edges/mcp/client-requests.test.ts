import type { Members, Reply } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { type AskClient, canBeAsked, clientRequests } from './client-requests.js';

const never = new AbortController().signal;
const answering =
  (reply: Reply, seen: unknown[] = []): AskClient =>
  async (method, params) => {
    seen.push([method, params]);
    return reply;
  };
const of = (capabilities: Members, reply: Reply = { result: {} }, seen: unknown[] = []) =>
  clientRequests(capabilities, answering(reply, seen));

describe('what a client can be asked', () => {
  it.each([
    [{}, []],
    [{ tools: {} }, []],
    [{ sampling: {} }, ['sample']],
    [{ elicitation: {} }, ['elicit']],
    [{ elicitation: { form: {} } }, ['elicit']],
    [{ elicitation: { url: {} } }, ['elicitUrl']],
    [{ sampling: {}, elicitation: { form: {}, url: {} } }, ['sample', 'elicit', 'elicitUrl']],
    [{ sampling: true, elicitation: [] }, []],
  ])('with %j is %j', (capabilities, expected) => {
    expect(Object.keys(of(capabilities) ?? {})).toEqual(expected);
    expect(canBeAsked(capabilities)).toBe(expected.length > 0);
  });

  it('is asked in the words of the protocol', async () => {
    const seen: unknown[] = [];
    const sampled = { role: 'assistant', content: { type: 'text', text: 'Tea.' }, model: 'm' };
    const request = { messages: [{ role: 'user' as const, text: 'Tea?' }], maxTokens: 9, systemPrompt: 'Be brief.' };
    expect(await of({ sampling: {} }, { result: sampled }, seen)?.sample?.(request, never)).toEqual({
      ok: true,
      value: { text: 'Tea.', model: 'm' },
    });
    expect(seen).toEqual([
      [
        'sampling/createMessage',
        {
          messages: [{ role: 'user', content: { type: 'text', text: 'Tea?' } }],
          maxTokens: 9,
          systemPrompt: 'Be brief.',
        },
      ],
    ]);
    const url = { message: 'Look', url: 'https://a.example/1', elicitationId: '1' };
    await of({ elicitation: { url: {} } }, { result: { action: 'accept' } }, seen)?.elicitUrl?.(url, never);
    expect(seen[1]).toEqual(['elicitation/create', { mode: 'url', ...url }]);
  });

  it.each([
    [{ result: { content: { type: 'image', data: '' } } }, 'invalid_request'],
    [{ error: { code: -1, message: 'no' } }, 'invalid_request'],
  ])('answers %j as a failure', async (reply, code) => {
    const failed = await of({ sampling: {} }, reply)?.sample?.({ messages: [], maxTokens: 1 }, never);
    expect(failed).toMatchObject({ ok: false, error: { code } });
  });

  it('takes no answer to a form but the three there are', async () => {
    const form = { message: '', requestedSchema: {} };
    const elicit = (result: Members) => of({ elicitation: {} }, { result })?.elicit?.(form, never);
    expect(await elicit({ action: 'accept', content: { a: 1 } })).toEqual({
      ok: true,
      value: { action: 'accept', content: { a: 1 } },
    });
    expect(await elicit({ action: 'decline' })).toEqual({ ok: true, value: { action: 'decline' } });
    expect(await elicit({ action: 'yes' })).toMatchObject({ ok: false });
  });

  it.each([
    ['deadline', 'deadline_exceeded'],
    ['cancelled', 'cancelled'],
  ])('says that the question was withdrawn (%s)', async (reason, code) => {
    const controller = new AbortController();
    controller.abort(reason);
    const asked = of({ sampling: {} }, { error: { code: -1, message: 'gone' } });
    const failed = await asked?.sample?.({ messages: [], maxTokens: 1 }, controller.signal);
    expect(failed).toMatchObject({ ok: false, error: { code } });
  });
});
