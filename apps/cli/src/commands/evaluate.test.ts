import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandidateView, EvaluationView, RecordingView, SavedExampleView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { assay, removeFolders } from '../terminal.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await removeFolders();
});

const id = '0198f000-0000-7000-8000-0000000e7a11';
const share = { value: 0.9, low: 0.6, high: 0.98, of: 10 };
const side = (tool: string) => ({
  ...{ tool, calls: 10, succeeded: share, schemaValid: null, p50Ms: 12, p95Ms: 40, costUsd: 0.02, tokens: 30 },
});
const evaluation: EvaluationView = {
  ...{ id, state: 'done', tool: side('acme/a@1.0.0'), against: side('acme/b@1.0.0'), calls: null },
  ...{ progress: { done: 10, total: 10 }, verdict: 'worse', reasons: ['5 calls that the first answers fail.'] },
  outcomes: { same: 4, within_tolerance: 0, different: 1, only_tool: 5, only_against: 0, both_failed: 0, left_out: 0 },
  different: share,
  differences: [
    {
      kind: 'number',
      path: '/rows/*/n',
      withinTolerance: true,
      calls: 3,
      example: { case: 'one', before: '1', after: '2' },
    },
  ],
  cases: [
    { name: 'one', source: 'recorded', outcome: 'same', differences: [] },
    {
      ...{ name: 'two', source: 'recorded', outcome: 'only_tool', differences: [] },
      tool: { invocationId: 'i', status: 'succeeded', ms: 1 },
      against: { invocationId: 'j', status: 'failed', code: 'tool_error', ms: 1 },
    },
  ],
  ...{ startedAt: '2026-11-22T00:00:00.000Z', endedAt: '2026-11-22T00:00:01.000Z' },
};
const page = (items: readonly object[]) => ({ items, nextCursor: null });

describe('evaluate', () => {
  it('starts, waits, and shows a report to read before switching', async () => {
    const answers = {
      'POST /v1/evaluations': { ...evaluation, state: 'running', verdict: null },
      [`GET /v1/evaluations/${id}`]: evaluation,
    };
    const words = ['evaluate', 'acme/a', '--against', 'acme/b', '--limit', '10', '--relative', '0.1'];
    const { out, asked, code } = await assay(words, { answers });
    expect(asked[0]?.body).toEqual({ tool: 'acme/a', against: 'acme/b', limit: 10, tolerance: { relative: 0.1 } });
    expect(out).toMatch(/worse {2}acme\/a@1\.0\.0 against acme\/b@1\.0\.0, 10 of 10 calls/);
    expect(out).toMatch(/succeeded +90 % of 10 \(60 % to 98 %\)/);
    expect(out).toMatch(/number \(tolerated\) +\/rows\/\*\/n +3 +1 → 2/);
    expect(out).toMatch(/two +only_tool +succeeded +tool_error/);
    expect(out).not.toMatch(/one +same/);
    expect(code).toBe(1);
  });

  it('detaches, and says when there is nothing to replay', async () => {
    const running = { ...evaluation, state: 'running', verdict: null };
    const detached = await assay(['evaluate', 'acme/a', '--against', 'acme/b', '--no-wait'], {
      answers: { 'POST /v1/evaluations': running },
    });
    expect(detached.err).toContain(`assay evaluations show ${id}`);
    const nothing = { ...evaluation, verdict: 'inconclusive', progress: { done: 0, total: 0 } };
    const shown = await assay(['evaluations', 'show', id], { answers: { [`GET /v1/evaluations/${id}`]: nothing } });
    expect([shown.code, shown.err]).toEqual([0, expect.stringContaining('No call to replay')]);
  });
});

describe('calls save', () => {
  const saved: SavedExampleView = {
    ...{ id, tool: 'acme/a', version: '1.0.0', name: 'berlin', input: { city: 'Berlin' }, match: 'schema' },
    ...{ usedBy: 'evaluations', masked: ['/input/mail'], createdAt: '2026-11-22T00:00:00.000Z' },
  };

  it('saves a call as an example, with its arguments where they were not recorded', async () => {
    const file = join(folder, 'input.json');
    writeFileSync(file, '{"city": "Berlin"}');
    const line = 'POST /v1/invocations/c/example';
    const words = ['calls', 'save', 'c', '--as-example', '--name', 'berlin', '--input', file];
    const { out, err, asked } = await assay(words, { answers: { [line]: saved } });
    expect(asked[0]).toMatchObject({ line, body: { name: 'berlin', input: { city: 'Berlin' } } });
    expect(out).toContain('Saved berlin as an example of acme/a@1.0.0, used by evaluations.');
    expect(err).toContain('Masked: /input/mail');
    expect((await assay(['calls', 'save', 'c'])).code).toBe(2);
  });

  it('shows a tool with the names of its examples', async () => {
    const path = '/v1/tools/acme/orders.create';
    const answers = {
      [`GET ${path}`]: entry,
      [`GET ${path}/versions/${entry.version}/examples?limit=5`]: page([saved]),
    };
    const words = ['show', 'acme/orders.create'];
    const { err } = await assay(words, { answers, env: { ASSAY_API_KEY: 'key' } });
    expect(err).toContain(`Saved examples: berlin (assay examples ${entry.name}@${entry.version})`);
    expect((await assay(words, { answers })).err).not.toContain('Saved examples');
  });

  it('lists and removes examples', async () => {
    const path = '/v1/tools/acme/a/versions/1.0.0/examples';
    const listed = await assay(['examples', 'acme/a@1.0.0'], { answers: { [`GET ${path}?limit=50`]: page([saved]) } });
    expect(listed.out).toMatch(/berlin +evaluations +schema +\{"city":"Berlin"\}/);
    const removed = await assay(['examples', 'remove', 'acme/a@1.0.0', id], {
      answers: { [`DELETE ${path}/${id}`]: null },
    });
    expect(removed.out).toContain(`Removed ${id}.`);
  });
});

it('records calls of a tool, and stops', async () => {
  const recording: RecordingView = { tool: 'acme/a', keep: 5, recorded: 2, createdAt: '2026-11-22T00:00:00.000Z' };
  const set = await assay(['recordings', 'set', 'acme/a', '--keep', '5'], {
    answers: { 'PUT /v1/recordings/acme/a': recording },
  });
  expect([set.asked[0]?.body, set.out]).toEqual([
    { keep: 5 },
    expect.stringContaining('the newest 5 successful calls'),
  ]);
  const listed = await assay(['recordings'], { answers: { 'GET /v1/recordings?limit=50': page([recording]) } });
  expect(listed.out).toMatch(/acme\/a +2 +5/);
  const removed = await assay(['recordings', 'remove', 'acme/a'], {
    answers: { 'DELETE /v1/recordings/acme/a': null },
  });
  expect(removed.out).toContain('no longer recorded');
});

it('lists shadows and canaries with their results, and enables a canary again', async () => {
  const canary: CandidateView = {
    ...{
      id,
      kind: 'canary',
      place: 'desk/find',
      tool: 'acme/b',
      percent: 10,
      state: 'rolled_back',
      reason: 'it failed',
    },
    ...{ since: null, calls: 20, failures: 9, primary: { calls: 80, failures: 1 }, meanMs: 1, primaryMeanMs: 1 },
    ...{ compared: { same: 0, withinTolerance: 0, different: 0 }, leftOut: 0 },
  };
  const shadow: CandidateView = {
    ...{ ...canary, id: 's', kind: 'shadow', state: 'running', leftOut: 3 },
    compared: { same: 4, withinTolerance: 2, different: 1 },
  };
  const { out } = await assay(['candidates'], { answers: { 'GET /v1/candidates?limit=50': page([canary, shadow]) } });
  expect(out).toMatch(/canary +desk\/find +acme\/b +10 % +9 of 20 +1 of 80/);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/rolled back: it failed/);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/4 same, 2 tolerated, 1 different, 3/);
  const line = `POST /v1/candidates/${id}/resume`;
  const resumed = await assay(['candidates', 'resume', id], { answers: { [line]: { ...canary, state: 'running' } } });
  expect(resumed.out).toContain('Enabled acme/b of desk/find: 10 % of callers.');
});
