import type { CompletionRequest } from '@assay/kernel';
import { FakeModel, type FakeModelOptions, type ModelMode } from '@assay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endpointAt, QuickClock, secretKey, unhurried } from './endpoint.fixture.js';
import { OpenAiLanguageModel } from './openai-language-model.js';

const question: CompletionRequest = { system: 'Be brief.', prompt: 'Which tool?', maxTokens: 50, signal: unhurried() };
const jsonSchema = { type: 'object', properties: { tool: { type: 'string' } } };

const started: FakeModel[] = [];
afterEach(async () => {
  for (const fake of started.splice(0)) await fake.stop();
});

async function model(mode: ModelMode = 'well', options?: FakeModelOptions) {
  const fake = await new FakeModel(options).start();
  started.push(fake);
  fake.mode = mode;
  return { fake, model: new OpenAiLanguageModel(endpointAt(fake.url, new QuickClock())) };
}

describe('OpenAiLanguageModel', () => {
  it('asks and answers text with what it cost', async () => {
    const { model: it, fake } = await model('well', { answer: () => 'files/read' });
    expect(await it.complete(question)).toEqual({
      ok: true,
      value: { text: 'files/read', tokens: { prompt: 7, completion: 3 } },
    });
    expect(fake.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        body: {
          model: 'stand-in-1',
          max_tokens: 50,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Which tool?' },
          ],
        },
      },
    ]);
    expect(fake.requests[0]?.body).not.toHaveProperty('response_format');
  });

  it('goes on with a conversation, and says nothing where there is nothing to say', async () => {
    const { model: it, fake } = await model();
    const prompt = [
      { by: 'user' as const, text: 'a' },
      { by: 'model' as const, text: 'b' },
      { by: 'user' as const, text: 'c' },
    ];
    expect(await it.complete({ ...question, system: '', prompt })).toMatchObject({ value: { text: 'c' } });
    expect(fake.requests[0]?.body.messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ]);
  });

  it('gives the schema, and tells it in words to an endpoint that takes none, from then on at once', async () => {
    const { model: it, fake } = await model('no-schema');
    expect(await it.complete({ ...question, jsonSchema })).toMatchObject({ ok: true });
    expect(await it.complete({ ...question, jsonSchema })).toMatchObject({ ok: true });
    const [given, reports] = fake.requests.map(({ body }) => body);
    expect(given?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema: jsonSchema },
    });
    expect(JSON.stringify(reports?.messages)).toMatch(/Be brief.*JSON Schema/);
    expect(fake.requests).toHaveLength(3);
  });

  it('names the limit as newer endpoints want it', async () => {
    const { model: it, fake } = await model('new-limit');
    expect(await it.complete(question)).toMatchObject({ ok: true });
    expect(fake.requests[1]?.body).toMatchObject({ max_completion_tokens: 50 });
    expect(fake.requests[1]?.body).not.toHaveProperty('max_tokens');
  });

  it('asks again in the new way what was under way when another question found the new way out', async () => {
    const { model: it, fake } = await model('new-limit');
    const answers = await Promise.all(['a', 'b', 'c'].map((prompt) => it.complete({ ...question, prompt })));
    expect(answers).toMatchObject(['a', 'b', 'c'].map((text) => ({ value: { text } })));
    expect(fake.requests).toHaveLength(6);
  });

  it.each<[ModelMode, string, RegExp]>([
    ['cut-short', 'output_too_large', /more than the 50 tokens/],
    ['not-json', 'upstream_error', /not JSON/],
    ['failing', 'upstream_unavailable', /503/],
    ['unauthorised', 'upstream_error', /API key/],
  ])('fails when the endpoint is %s', async (mode, code, message) => {
    const { model: it } = await model(mode);
    expect(await it.complete(question)).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
  });

  it('takes no empty answer, and never shows the key', async () => {
    const silent = await model('well', { answer: () => ' ' });
    expect(await silent.model.complete(question)).toMatchObject({ error: { code: 'upstream_error' } });
    const refusing = await model('no-schema');
    const answers = [
      await refusing.model.complete({ ...question, jsonSchema }),
      await (await model('unauthorised')).model.complete(question),
    ];
    expect(JSON.stringify(answers)).not.toContain(secretKey);
  });
});
