import { FakeModel, type ModelMode } from '@assay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../system/system-clock.js';
import { openModels } from './models.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp(mode: ModelMode = 'well', reserved = false) {
  const fallback = await new FakeModel().start();
  fallback.mode = mode;
  const endpoint = { baseUrl: fallback.url, model: 'stand-in-1', apiKey: null };
  const port = Number(new URL(fallback.url).port);
  const models = openModels(
    {
      languageModel: endpoint,
      embedding: { ...endpoint, charactersPerDay: 1, queryPrefix: '', documentPrefix: '' },
      egressAllow: [],
    },
    { clock: systemClock, except: reserved ? [{ host: '127.0.0.1', port }] : [] },
  );
  closing.push(models.close, () => fallback.stop());
  return { fallback, models };
}

const unhurried = () => new AbortController().signal;

describe('openModels', () => {
  it('opens nothing when nothing is configured', async () => {
    const config = { languageModel: null, embedding: null, egressAllow: [] };
    const models = openModels(config, { clock: systemClock, except: [] });
    expect(models).toMatchObject({ languageModel: null, embedder: null });
    await models.close();
  });

  it('reaches the host that was named, also a private one', async () => {
    const { models, fallback } = await setUp();
    expect(await models.embedder?.embed(['a text'], unhurried())).toMatchObject({ ok: true });
    const request = { system: '', prompt: 'echo', maxTokens: 5, signal: unhurried() };
    expect(await models.languageModel?.complete(request)).toMatchObject({ value: { text: 'echo' } });
    expect(fallback.requests[0]?.headers['user-agent']).toMatch(/^assay\//);
  });

  it('follows no redirect', async () => {
    const { models } = await setUp('redirects');
    expect(await models.embedder?.embed(['a text'], unhurried())).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('redirects') },
    });
  });

  it('never reaches what is Assay’s own', async () => {
    const { models, fallback } = await setUp('well', true);
    expect(await models.embedder?.embed(['a text'], unhurried())).toMatchObject({
      error: { code: 'address_forbidden' },
    });
    expect(fallback.requests).toEqual([]);
  });
});
