import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const status = {
  engine: 'meilisearch',
  documents: 12,
  tools: 12,
  ready: true,
  problem: null,
  pending: 0,
  building: null,
  rebuild: null,
};
const rebuild = {
  state: 'done',
  startedAt: '2026-11-21T00:00:00.000Z',
  finishedAt: '2026-11-21T00:00:01.000Z',
  done: 12,
  problem: null,
};

describe('index', () => {
  it('tells how the index is doing', async () => {
    const { code, out } = await assay(['index'], { answers: { 'GET /v1/index': status } });
    expect(code).toBe(0);
    expect(out).toContain('engine   meilisearch');
    expect(out).toContain('tools    12 of 12');
    expect(out).toContain('pending  none');
  });

  it('tells what is yet to be written, and when another replica writes it', async () => {
    const pending = async (count: number | null) =>
      (await assay(['index'], { answers: { 'GET /v1/index': { ...status, pending: count } } })).out;
    expect(await pending(1)).toContain('pending  1 change');
    expect(await pending(null)).toContain('pending  maintained by another replica');
  });

  it('fails when the engine does not answer, and says why', async () => {
    const away = { ...status, ready: false, documents: 0, problem: 'no answer within 1500 ms', pending: null };
    const { code, out } = await assay(['index', 'status'], { answers: { 'GET /v1/index': away } });
    expect(code).toBe(1);
    expect(out).toContain('no; the built-in index is used');
    expect(out).toContain('no answer within 1500 ms');
  });

  it('rebuilds and waits until it is done', async () => {
    const answers = {
      'POST /v1/index/rebuild': { ...status, rebuild: { ...rebuild, state: 'running', finishedAt: null, done: 0 } },
      'GET /v1/index': { ...status, rebuild },
    };
    const { code, out, asked } = await assay(['index', 'rebuild'], { answers });
    expect(code).toBe(0);
    expect(out).toContain('12 of 12');
    expect(out).toContain('rebuild  done 2026-11-21T00:00:01.000Z');
    expect(asked.map(({ line }) => line)).toEqual(['POST /v1/index/rebuild', 'GET /v1/index']);
  });

  it('does not wait when asked not to', async () => {
    const answers = { 'POST /v1/index/rebuild': { ...status, building: 3, rebuild } };
    const { code, out, err } = await assay(['index', 'rebuild', '--no-wait'], { answers });
    expect(code).toBe(0);
    expect(out).toContain('under way, 3 of 12 tools (25 %)');
    expect(err).toContain('assay index status');
  });

  it('fails when the rebuild does', async () => {
    const failed = { ...status, rebuild: { ...rebuild, state: 'failed', problem: 'the disk is full' } };
    const { code, out } = await assay(['index', 'rebuild'], { answers: { 'POST /v1/index/rebuild': failed } });
    expect(code).toBe(1);
    expect(out).toContain('failed: the disk is full');
  });

  it('fails when it waited, and the engine cannot be written to', async () => {
    const problem = 'changes cannot be written: The provided API key is invalid.';
    const answers = {
      'POST /v1/index/rebuild': { ...status, ready: false, building: 0, rebuild },
      'GET /v1/index': { ...status, ready: false, problem, rebuild },
    };
    const { code, out } = await assay(['index', 'rebuild'], { answers });
    expect(code).toBe(1);
    expect(out).toContain(problem);
  });

  it('passes a refusal on', async () => {
    const refusal = problem(403, 'forbidden', 'The search index is managed by administrators of "default".');
    const { code, err } = await assay(['index'], { answers: { 'GET /v1/index': refusal } });
    expect(code).toBe(1);
    expect(err).toContain('administrators of "default"');
  });
});
