import { hashedVector } from '@assay/kernel/testing';
import { FakeModel, type ModelMode } from '@assay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endpointAt, QuickClock, secretKey, unhurried } from './endpoint.fixture.js';
import { OpenAiEmbedder } from './openai-embedder.js';

const texts = ['send an invoice', 'weather of a city', 'send'];

const started: FakeModel[] = [];
afterEach(async () => {
  for (const fake of started.splice(0)) await fake.stop();
});

async function setUp() {
  const fake = await new FakeModel().start();
  started.push(fake);
  const clock = new QuickClock();
  return { fake, clock, endpoint: endpointAt(fake.url, clock) };
}

async function embedder(mode: ModelMode = 'well', badTimes = Number.POSITIVE_INFINITY) {
  const made = await setUp();
  made.fake.mode = mode;
  made.fake.badTimes = badTimes;
  return { ...made, embedder: new OpenAiEmbedder(made.endpoint) };
}

const expectVectors = (vectors: readonly Float32Array[], of: readonly string[]) => {
  expect(vectors).toHaveLength(of.length);
  vectors.forEach((vector, at) => {
    const wanted = hashedVector(of[at] as string, 64);
    vector.forEach((value, place) => void expect(value).toBeCloseTo(wanted[place] as number, 6));
  });
};

describe('OpenAiEmbedder', () => {
  it.each<ModelMode>(['well', 'base64', 'shuffled'])(
    'reads vectors of an endpoint that answers %s, in order',
    async (mode) => {
      const { embedder: it, fake } = await embedder(mode);
      expect(it.dimensions).toBeUndefined();
      const vectors = await it.embed(texts, unhurried());
      expectVectors(vectors.ok ? vectors.value : [], texts);
      expect(it).toMatchObject({ model: 'stand-in-1', dimensions: 64 });
      expect(fake.requests).toMatchObject([{ path: '/v1/embeddings', body: { model: 'stand-in-1', input: texts } }]);
    },
  );

  it('asks for many texts in batches and keeps their order', async () => {
    const { embedder: it, fake } = await embedder();
    const many = Array.from({ length: 150 }, (_, at) => `text ${String.fromCharCode(97 + (at % 26)).repeat(at + 1)}`);
    const vectors = await it.embed(many, unhurried());
    expectVectors(vectors.ok ? vectors.value : [], many);
    expect(fake.requests.map(({ body }) => (body.input as string[]).length)).toEqual([64, 64, 22]);
    expect(await it.embed([], unhurried())).toEqual({ ok: true, value: [] });
  });

  it('sends no empty text, and nothing but its own headers', async () => {
    process.env.OPENAI_CUSTOM_HEADERS = 'x-leak: 1';
    process.env.OPENAI_ORG_ID = 'org-leak';
    try {
      const { embedder: it, fake } = await embedder();
      await it.embed(['', '  '], unhurried());
      expect(fake.texts).toEqual([' ', ' ']);
      const { headers } = fake.requests[0] as (typeof fake.requests)[0];
      expect(headers.authorization).toBe(`Bearer ${secretKey}`);
      expect(headers['user-agent']).toBe('assay/test');
      expect(Object.keys(headers).filter((name) => /^x-|openai/.test(name))).toEqual([]);
    } finally {
      delete process.env.OPENAI_CUSTOM_HEADERS;
      delete process.env.OPENAI_ORG_ID;
    }
  });

  it('asks without a key when there is none', async () => {
    const { endpoint, fake } = await setUp();
    await new OpenAiEmbedder({ ...endpoint, apiKey: null }).embed(texts, unhurried());
    expect(fake.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each<[ModelMode, string, RegExp]>([
    ['few', 'upstream_error', /one vector for each of 3 texts/],
    ['odd-size', 'upstream_error', /65 numbers where it answered 64 before/],
    ['not-json', 'upstream_error', /not JSON/],
    ['unauthorised', 'upstream_error', /refuses the key \(401\)/],
    ['unknown-model', 'upstream_error', /knows no model stand-in-1.*\/v1/],
    ['failing', 'upstream_unavailable', /in trouble \(503\)/],
    ['limited', 'rate_limited', /no more requests/],
  ])('says what is wrong with an endpoint that is %s', async (mode, code, message) => {
    const { embedder: it } = await embedder(mode);
    const answer = await it.embed(texts, unhurried());
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
    expect(JSON.stringify(answer)).not.toContain(secretKey);
  });

  it('refuses vectors of another size than before', async () => {
    const { embedder: it, fake } = await embedder();
    await it.embed(texts, unhurried());
    fake.dimensions = 32;
    expect(await it.embed(texts, unhurried())).toMatchObject({
      error: { message: expect.stringContaining('still the same model') },
    });
  });

  it('tries again when that may help, as soon as the endpoint wants', async () => {
    const failing = await embedder('failing', 2);
    expect(await failing.embedder.embed(texts, unhurried())).toMatchObject({ ok: true });
    expect(failing.clock.waits).toEqual([250, 500]);
    const limited = await embedder('limited', 1);
    expect(await limited.embedder.embed(texts, unhurried())).toMatchObject({ ok: true });
    expect(limited.clock.waits).toEqual([1_000]);
    const hopeless = await embedder('unauthorised');
    await hopeless.embedder.embed(texts, unhurried());
    expect(hopeless.fake.requests).toHaveLength(1);
    const down = await embedder('failing');
    await down.embedder.embed(texts, unhurried());
    expect(down.fake.requests).toHaveLength(3);
  });

  it('ends with its caller, and at its time limit', async () => {
    const { embedder: it, fake, clock } = await embedder('mute');
    const caller = new AbortController();
    const withdrawn = it.embed(texts, caller.signal);
    while (fake.requests.length === 0) await new Promise(setImmediate);
    caller.abort('cancelled');
    expect(await withdrawn).toMatchObject({ error: { code: 'cancelled' } });
    expect(await it.embed(texts, caller.signal)).toMatchObject({ error: { code: 'cancelled' } });
    const late = it.embed(texts, unhurried());
    while (fake.requests.length === 1) await new Promise(setImmediate);
    clock.passLimits();
    expect(await late).toMatchObject({ error: { code: 'deadline_exceeded' } });
  });

  it('tells what the way out refuses, and an endpoint that is gone', async () => {
    const { endpoint, fake } = await setUp();
    const refusing = (error: Error) => new OpenAiEmbedder({ ...endpoint, fetch: async () => Promise.reject(error) });
    const named = (name: string, message: string) => Object.assign(new Error(message), { name });
    const outcome = (error: Error) => refusing(error).embed(texts, unhurried());
    const wrapped = new TypeError('fetch failed', { cause: named('AddressForbiddenError', 'is not allowed') });
    expect(await outcome(wrapped)).toMatchObject({
      error: { code: 'address_forbidden', message: 'is not allowed' },
    });
    expect(await outcome(named('RedirectedError', ''))).toMatchObject({ error: { code: 'upstream_error' } });
    expect(await outcome(named('AnswerTooLargeError', 'too large'))).toMatchObject({
      error: { code: 'output_too_large' },
    });
    await fake.stop();
    expect(await new OpenAiEmbedder(endpoint).embed(texts, unhurried())).toMatchObject({
      error: { code: 'upstream_unavailable', message: expect.stringContaining('ECONNREFUSED') },
    });
  });
});
