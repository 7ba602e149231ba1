import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunCheck, RunEventView, RunView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { graphText } from '../output/run-graph.js';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-0000000000a1';
const steps = [{ id: 'a', tool: 'acme/read', arguments: {} }];
const step = { index: 0, id: 'a', tool: 'acme/read', status: 'succeeded', ms: 12 } as const;
const run: RunView = {
  ...{
    id,
    notation: 'plan',
    status: 'succeeded',
    outputs: { a: { status: 'succeeded', output: 'read' } },
    warnings: [],
  },
  ...{ steps: [step], traceId: 't', startedAt: '2026-11-20T00:00:00.000Z', endedAt: '2026-11-20T00:00:00.020Z' },
};
const open: RunView = { ...run, status: 'running', outputs: {}, endedAt: null };
const checked: RunCheck = {
  ok: true,
  problems: [],
  warnings: [{ path: '/plan/steps/0', message: 'may ignore it' }],
  graph: [
    { id: 'a', kind: 'tool', tool: 'acme/read', version: '1.0.0', needs: [] },
    {
      id: 'fan',
      kind: 'parallel',
      needs: ['a'],
      plans: [{ name: 'left', nodes: [{ id: 'left/x', kind: 'tool', tool: 'acme/x', version: '2.0.0', needs: [] }] }],
    },
  ],
  verdicts: [],
  estimate: {
    ...{ waves: [['a'], ['fan']], expectedMs: 100, worstMs: 300, costUsd: { least: 0, most: 0.5 }, approvals: ['fan'] },
    ...{
      turns: { without: 3, with: 2 },
      reliability: 0.9,
      reliabilityInterval: { low: 0.8, high: 0.95, n: 40 },
      refused: [{ step: 'left/x', why: 'no pets' }],
    },
    tokens: { without: 120, with: 40, uncounted: ['acme/x'] },
    unknown: { latency: [], cost: [], reliability: [] },
  },
  tool: null,
};

const check = 'POST /v1/plans/check';
const execute = 'POST /v1/plans/execute';
const written = async (value: unknown): Promise<string> => {
  const path = join(await emptyFolder(), 'composition.json');
  await writeFile(path, JSON.stringify(value));
  return path;
};
const stream = (events: readonly RunEventView[]): Response =>
  new Response(events.map((it, at) => `id: ${at}\nevent: ${it.kind}\ndata: ${JSON.stringify(it)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

describe('plan check', () => {
  it('shows a picture of the graph, and what a run would take', async () => {
    const file = await written({ steps });
    const { out, code, asked } = await assay(['plan', 'check', file, '--deadline', '5s'], {
      answers: { [check]: checked },
    });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({ plan: { steps }, deadlineMs: 5_000 });
    expect(out).toBe(
      [
        '1  a           acme/read@1.0.0',
        '2  fan         parallel  ← a',
        '     ├ left',
        '     │ left/x  acme/x@2.0.0',
        '',
        '2 stages; about 100 ms, 300 ms worst case',
        'cost $0 to $0.5; 90.0 % of runs succeed (95 % interval: 80.0 to 95.0 %; n = 40)',
        '2 model turns instead of 3, 40 tokens of calls and results instead of 120 (results of acme/x not counted)',
        'needs approval at fan',
        '✗ left/x would be refused: no pets',
        '',
        `! /plan/steps/0 may ignore it  ${file}:1:11`,
        '',
      ].join('\n'),
    );
  });

  it('lists unknown durations, and their tools', async () => {
    const nothing = { expectedMs: null, worstMs: null, costUsd: { least: 0, most: null }, reliability: null };
    const unknown = { latency: ['acme/x'], cost: ['acme/read', 'acme/x'], reliability: ['acme/x'] };
    const estimate = { ...checked.estimate, ...nothing, tokens: null, approvals: [], refused: [], unknown };
    const answers = { [check]: { ...checked, warnings: [], estimate } };
    const { out } = await assay(['plan', 'check', await written({ plan: { steps } })], { answers });
    expect(out.split('\n').slice(-4)).toEqual([
      '2 stages; duration unknown (acme/x)',
      'cost $0 plus the unknown cost of acme/read, acme/x; success rate unknown (acme/x)',
      '2 model turns instead of 3',
      '',
    ]);
  });

  it('lists every problem with its place, and fails', async () => {
    const problems = [{ path: '/plan/steps/0/tool', message: 'no tool is called "acme/none"' }];
    const answers = { [check]: { ok: false, problems, warnings: [], graph: null, estimate: null, tool: null } };
    const file = await written({ plan: { steps } });
    const { out, code } = await assay(['plan', 'check', file], { answers });
    expect([out, code]).toEqual([`✗ /plan/steps/0/tool no tool is called "acme/none"  ${file}:1:36\n`, 1]);
  });

  it('shows what could be read beside what is wrong, and what a pipeline is called', async () => {
    const problems = [{ path: '/pipeline/steps/1', message: 'needs an adapter' }];
    const graph = [
      { id: 'step 1', kind: 'tool' as const, tool: 'acme/b', needs: ['step 0'] },
      { id: 'step 0', kind: 'tool' as const, tool: 'acme/a', needs: [] },
    ];
    const tool = { name: 'a_then_b', description: 'Pipeline: a -> b' };
    const file = await written({ steps: [{ tool: 'acme/a' }, { tool: 'acme/b' }] });
    const answers = { [check]: { ...checked, ok: false, problems, graph, estimate: null, tool, warnings: [] } };
    const { out } = await assay(['plan', 'check', file], { answers });
    expect(out.split('\n')).toEqual([
      'a_then_b: Pipeline: a -> b',
      '',
      '1  step 0  acme/a',
      '2  step 1  acme/b  ← step 0',
      '',
      `✗ /pipeline/steps/1 needs an adapter  ${file}:1:29`,
      '',
    ]);
  });

  it('draws ten thousand steps in a row, the last one first', () => {
    const graph = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ id: `s${at}`, kind: 'tool' as const, tool: 'acme/a' },
      needs: at === 9_999 ? [] : [`s${at + 1}`],
    }));
    const plain = (text: string) => text;
    const page = { width: 80, bold: plain, dim: plain, good: plain, bad: plain, warn: plain };
    expect(graphText(graph, page).split('\n')[9_999]).toBe('10000  s0     acme/a  ← s1');
  });

  it.each([
    [{ steps }, 'plan'],
    [{ steps: [{ tool: 'acme/read' }] }, 'pipeline'],
    [{ mode: 'compose', steps: [] }, 'compose'],
    [{ sequence: [] }, 'chain'],
    [{ tool: 'acme/read' }, 'chain'],
  ])('knows the notation of %j', async (definition, notation) => {
    const { asked } = await assay(['plan', 'check', await written(definition)], { answers: { [check]: checked } });
    expect(asked[0]?.body).toEqual({ [notation]: definition });
  });

  it('refuses a file without a composition', async () => {
    const { err, code, asked } = await assay(['plan', 'check', await written({ stages: [] })]);
    expect([code, asked.length]).toEqual([2, 0]);
    expect(err).toMatch(/is not a composition/);
    const saga = await written({ steps: [{ ...steps[0], compensation: { tool: 'acme/undo', arguments: {} } }] });
    expect((await assay(['plan', 'check', saga])).err).toMatch(/is a saga.*assay saga start/);
  });

  it('says where in the file stands what cannot be read as a composition', async () => {
    const errors = [{ path: '/plan/steps/0/tool', message: 'must be namespace/tool' }];
    const answers = { [check]: problem(422, 'invalid_request', 'Not valid.', { errors }) };
    const path = await written({ steps });
    const { out, code } = await assay(['plan', 'check', path], { answers });
    expect([out, code]).toEqual([`✗ /plan/steps/0/tool must be namespace/tool  ${path}:1:28\n`, 1]);
    const json = await assay(['plan', 'check', path, '--json'], { answers });
    expect(JSON.parse(json.err)).toMatchObject({ errors });
    const none = { [check]: problem(422, 'invalid_request', 'Not valid.', {}) };
    expect((await assay(['plan', 'check', path], { answers: none })).out).toBe('Not valid.\n');
  });
});

describe('plan run', () => {
  it('prints what came out, and fails when nothing did', async () => {
    const path = await written({ pipeline: { steps: [{ tool: 'acme/read' }] } });
    const flags = ['--input', '{"a": 1}', '--idempotency-key', 'k', '--session', 's', '--task', 't'];
    const done = await assay(['plan', 'run', path, ...flags], {
      answers: { [execute]: { ...run, output: 'the result', outputs: {} } },
    });
    expect([done.out, done.code]).toEqual(['the result\n', 0]);
    expect(done.asked[0]?.body).toMatchObject({ input: { a: 1 }, idempotencyKey: 'k', session: 's', task: 't' });
    expect(done.err).toMatch(/succeeded · 1 step · 20 ms/);
    const error = { code: 'tool_error' as const, message: 'a: no' };
    const failed = await assay(['plan', 'run', path], {
      answers: { [execute]: { ...run, status: 'failed', outputs: {}, error } },
    });
    expect([failed.out, failed.code]).toEqual(['tool_error: a: no\n', 1]);
    const json = await assay(['plan', 'run', path, '--json'], { answers: { [execute]: run } });
    expect(JSON.parse(json.out)).toEqual(run);
  });

  it('says why what is returned was skipped', async () => {
    const failed = { ...step, status: 'failed' as const, error: { code: 'tool_error' as const, message: 'down' } };
    const skipped = { status: 'skipped' as const, error: "Skipped because dependency 'a' failed" };
    const partial: RunView = { ...run, status: 'failed', steps: [failed], outputs: { b: skipped } };
    const answers = { [execute]: partial };
    const { err } = await assay(['plan', 'run', await written({ steps })], { answers });
    expect(err).toMatch(/^✗ a {2}acme\/read {2}failed \(12 ms\): down\n/);
    const reports = { a: { status: 'failed' as const, error: 'down' } };
    const once = await assay(['plan', 'run', await written({ steps })], {
      answers: { [execute]: { ...partial, outputs: reports } },
    });
    expect(once.err).not.toContain('✗');
  });

  it('goes on when nobody looks on any more, and says so', async () => {
    const { err, code } = await assay(['plan', 'run', '--of', id], {
      answers: { [`GET /v1/runs/${id}`]: open },
      interruptedAt: `GET /v1/runs/${id}/events`,
    });
    expect([err.trim(), code]).toEqual([
      `The run continues: assay plan run --of ${id} follows it, assay plan cancel ${id} ends it.`,
      1,
    ]);
  });

  it('follows a run it has begun, step by step', async () => {
    const path = await written({ plan: { steps } });
    const events = [
      { kind: 'step', step: { ...step, status: 'running', ms: 0 } },
      { kind: 'status', status: 'running' },
      { kind: 'end', run },
    ] as const;
    const answers = {
      [execute]: open,
      [`GET /v1/runs/${id}`]: open,
      [`GET /v1/runs/${id}/events`]: stream(events),
    };
    const { out, err, asked } = await assay(['plan', 'run', path, '--follow'], { answers });
    expect(out).toBe('a: read\n');
    expect(err).toMatch(/^→ a {2}acme\/read {2}running\n/);
    expect(asked[0]?.headers.get('prefer')).toBe('respond-async');
    const seen = await assay(['plan', 'run', path], { answers, tty: true });
    expect(seen.asked[0]?.headers.get('prefer')).toBe('respond-async');
    expect(seen.err).toMatch(/0\/1 a/);
    const of = await assay(['plan', 'run', '--of', id], { answers });
    expect(of.out).toBe('a: read\n');
    const begun = await assay(['plan', 'run', path, '--async'], { answers });
    expect(begun.out).toBe(`${id}\n`);
    expect(begun.err).toMatch(/Still running: assay plan run --of/);
  });

  it('says what is wrong with a composition that was refused, and how it is used', async () => {
    const errors = [{ path: '/plan/steps/0/tool', message: 'no tool is called "acme/none"' }];
    const answers = { [execute]: problem(422, 'invalid_request', 'Nothing was run.', { errors }) };
    const refused = await assay(['plan', 'run', await written({ steps })], { answers });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/\/plan\/steps\/0\/tool/);
    expect((await assay(['plan', 'run'])).code).toBe(2);
    expect((await assay(['plan', 'run', 'x.json', '--of', id])).code).toBe(2);
    expect((await assay(['plan', 'run', '--of', id, '--idempotency-key', 'k'])).err).toMatch(
      /remove --idempotency-key/,
    );
    const both = await assay(['plan', 'run', await written({ steps }), '--async', '--follow']);
    expect([both.code, both.asked.length]).toEqual([2, 0]);
    const yaml = join(await emptyFolder(), 'plan.yaml');
    await writeFile(yaml, 'steps: []\n');
    expect((await assay(['plan', 'check', yaml])).err).toMatch(
      /plan\.yaml is not valid JSON; YAML is not supported here/,
    );
  });
});

describe('runs', () => {
  it('are shown, listed and cancelled', async () => {
    const waits = { kind: 'approval' as const, id, url: 'http://127.0.0.1/approvals/1' };
    const waiting: RunView = { ...open, steps: [{ ...step, status: 'awaiting_approval', ms: 0, waitsFor: waits }] };
    const answers = {
      [`GET /v1/runs/${id}`]: waiting,
      'GET /v1/runs?limit=50&status=failed': { items: [run], nextCursor: null },
      'GET /v1/runs?limit=50': { items: [], nextCursor: null },
      [`DELETE /v1/runs/${id}`]: { ...run, status: 'cancelled' },
    };
    const seen = await assay(['plan', 'show', id], { answers });
    expect(seen.out).toMatch(/\? a .* decide at http.*, or: assay approve 0198f000/);
    expect(seen.err).not.toContain('decide at');
    expect((await assay(['plan', 'list', '--status', 'failed'], { answers })).out).toContain(id);
    expect((await assay(['plan', 'list'], { answers })).out).toContain('No runs.');
    const none = { 'GET /v1/runs?limit=50&status=awaiting_approval': { items: [], nextCursor: null } };
    const waitingOnes = await assay(['plan', 'list', '--status', 'awaiting_approval'], { answers: none });
    expect(waitingOnes.out).toBe('None of your runs is waiting for approval.\n');
    const resumed = { ...answers, [`POST /v1/runs/${id}/resume`]: open };
    expect((await assay(['plan', 'resume', id, '--async'], { answers: resumed })).out).toBe(`${id}\n`);
    const again = { ...resumed, [`GET /v1/runs/${id}/events`]: stream([{ kind: 'end', run }]) };
    expect((await assay(['plan', 'resume', id], { answers: again })).out).toBe('a: read\n');
    expect((await assay(['plan', 'cancel', id], { answers })).out).toBe('The run is cancelled.\n');
  });
});
