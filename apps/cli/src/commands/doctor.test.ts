import type { ModelsView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const me = {
  principal: { kind: 'user', name: 'ann' },
  organisation: 'default',
  scopes: ['admin'],
  namespaces: ['acme'],
  anonymous: false,
};
const asked = { model: 'small-en', reachable: true, problem: null, tookMs: 41.6 };
const embedder = { ...asked, dimensions: 384, waiting: 0, refused: 0, paused: null };

const doctor = (models: ModelsView | Response) =>
  assay(['doctor', '--key', 'k'], {
    answers: {
      'GET /readyz': { status: 'ready', checks: {} },
      'GET /v1/me': me,
      'GET /v1/tools?limit=1': { items: [{}], nextCursor: null },
      'POST /v1/discover': { tookMs: 1.23 },
      'GET /v1/models': models,
      'GET /v1/isolation': {
        isolation: 'bubblewrap',
        limits: 'cgroup-v2',
        systemCalls: 'filtered',
        detail: null,
        servers: [],
      },
    },
  });

describe('doctor', () => {
  it('does not mention models that do not exist, or that this caller may not see', async () => {
    for (const models of [{ languageModel: null, embedder: null }, problem(403, 'forbidden', 'Not for you.')]) {
      const { code, out } = await doctor(models);
      expect(code).toBe(0);
      expect(out).not.toMatch(/model|vectors/);
    }
  });

  it('says which models answer, and how far embedding is', async () => {
    const { code, out } = await doctor({
      languageModel: { ...asked, model: 'large' },
      embedder: { ...embedder, waiting: 3 },
    });
    expect(code).toBe(0);
    expect(out).toContain('ok  model    large answered in 42 ms');
    expect(out).toContain('ok  vectors  small-en answered in 42 ms; 3 texts to embed');
  });

  it('says how commands are isolated', async () => {
    const { out } = await doctor({ languageModel: null, embedder: null });
    expect(out).toContain('ok  isolate  bubblewrap; limits by cgroup-v2; system calls filtered; 0 commands');
  });

  it('fails when one does not answer, and says what search does meanwhile', async () => {
    const away = { ...embedder, reachable: false, problem: 'it cannot be reached: ECONNREFUSED' };
    const { code, out, err } = await doctor({ languageModel: null, embedder: away });
    expect(code).toBe(1);
    expect(out).toContain('no  vectors  small-en: it cannot be reached: ECONNREFUSED');
    expect(out).toContain('Search uses keywords only until then.');
    expect(err).toBe('1 problem found.\n');
  });

  it.each([
    [{ paused: '7 of the 7 characters of a day are spent' }, 'Embedding is paused: 7 of the 7'],
    [{ refused: 2 }, 'It refuses 2 texts; it retries them in a day.'],
  ])('says what holds embedding up: %j', async (parts, advice) => {
    const { code, out } = await doctor({ languageModel: null, embedder: { ...embedder, waiting: 2, ...parts } });
    expect(code).toBe(0);
    expect(out).toContain(advice);
  });

  it('says that models could not be asked', async () => {
    const { code, out } = await doctor(problem(500, 'internal', 'Internal error.'));
    expect(code).toBe(1);
    expect(out).toContain('no  models');
  });
});
