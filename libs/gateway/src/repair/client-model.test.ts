import { fail, ok } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import type { SamplingRequest } from '../client-requests.js';
import { clientModel } from './client-model.js';

const asked = { system: 's', prompt: 'p', maxTokens: 9, signal: new AbortController().signal };

it('asks the client by sampling', async () => {
  const questions: SamplingRequest[] = [];
  const model = clientModel({
    sample: async (question) => {
      questions.push(question);
      return ok({ text: 'answer', model: 'any' });
    },
  });
  expect(await model?.complete(asked)).toMatchObject({ ok: true, value: { text: 'answer' } });
  await model?.complete({
    ...asked,
    prompt: [
      { by: 'user', text: 'a' },
      { by: 'model', text: 'b' },
      { by: 'user', text: 'c' },
    ],
  });
  expect(
    questions.map(({ systemPrompt, messages, maxTokens }) => [systemPrompt, messages.map((it) => it.role), maxTokens]),
  ).toEqual([
    ['s', ['user'], 9],
    ['s', ['user', 'assistant', 'user'], 9],
  ]);
});

it('passes on that the client did not answer, and is not there for one that cannot', async () => {
  const model = clientModel({ sample: async () => fail('invalid_request', 'declined') });
  expect(await model?.complete(asked)).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  expect([clientModel(undefined), clientModel({})]).toEqual([undefined, undefined]);
});
