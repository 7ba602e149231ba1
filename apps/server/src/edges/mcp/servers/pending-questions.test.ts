import type { Members } from '@assay/gateway';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { PendingQuestions } from './pending-questions.js';

let sent: { message: Members; about: string | undefined }[];
let listening: boolean;
let questions: PendingQuestions;
beforeEach(() => {
  sent = [];
  listening = false;
  questions = new PendingQuestions({
    capabilities: { sampling: {} },
    isListening: () => listening,
    send: (message, about) => void sent.push({ message, about }),
  });
});
const never = new AbortController().signal;
const ask = (about: string | undefined = 'n1', method = 'sampling/createMessage', signal = never) =>
  questions.ask(method, { n: 1 }, about, signal);

describe('questions to a client', () => {
  it('go out under ids of their own, and each answer settles its own', async () => {
    const both = [ask(), ask('n2')];
    expect(sent.map(({ message: { id }, about }) => [id, about])).toEqual([
      [1, 'n1'],
      [2, 'n2'],
    ]);
    questions.answer({ id: 2, result: { b: 2 } });
    questions.answer({ id: 1, error: { code: -1, message: 'I would rather not' } });
    questions.answer({ id: 1, result: { late: true } });
    questions.answer({ id: 'guessed', result: {} });
    expect(await Promise.all(both)).toEqual([
      { error: { code: -1, message: 'I would rather not' } },
      { result: { b: 2 } },
    ]);
  });

  it('are not put to a client that cannot answer, or does not hear', async () => {
    expect(await ask('n1', 'elicitation/create')).toMatchObject({
      error: { message: expect.stringContaining('offer') },
    });
    expect(await ask('n1', 'tools/list')).toHaveProperty('error');
    expect(await questions.ask('sampling/createMessage', {}, undefined, never)).toHaveProperty('error');
    expect(sent).toEqual([]);
    listening = true;
    const heard = questions.ask('sampling/createMessage', {}, undefined, never);
    questions.answer({ id: 1, result: {} });
    expect(await heard).toEqual({ result: {} });
  });

  it('are withdrawn, and the client notified', async () => {
    const controller = new AbortController();
    const asked = ask('n1', 'sampling/createMessage', controller.signal);
    controller.abort();
    expect(await asked).toHaveProperty('error');
    expect(sent[1]?.message).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
  });

  it('end with the session', async () => {
    const asked = ask();
    questions.close();
    expect(await asked).toHaveProperty('error');
    expect(await ask()).toHaveProperty('error');
  });
});
