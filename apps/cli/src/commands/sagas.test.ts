import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SagaEventView, SagaStepView, SagaView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-0000000005a6';
const approvalId = '0198f000-0000-7000-8000-0000000000a1';
const nothing = { invocation: null, error: null, approval: null, startedAt: null, endedAt: null };
const step = (name: string, parts: Partial<SagaStepView> = {}): SagaStepView => ({
  ...{ ...nothing, id: name, tool: 'acme/book', version: '1.0.0', status: 'succeeded', class: 'full', undo: null },
  ...parts,
});
const saga: SagaView = {
  id,
  state: 'COMPLETED',
  caller: { name: 'carl', kind: 'agent' },
  steps: [step('room'), step('car')],
  problem: null,
  consents: [],
  ticket: null,
  resolutions: [],
  createdAt: '2026-11-20T00:00:00Z',
  endedAt: '2026-11-20T00:00:01Z',
};
const error = { code: 'tool_error', message: 'the hotel is shut', outcome: 'none' } as const;
const undo = { ...nothing, tool: 'acme/free', status: 'failed', tries: 1, error } as const;
const stuck: SagaView = {
  ...saga,
  state: 'COMPENSATION_FAILED',
  steps: [
    step('room', { undo, input: { guest: 'ann' }, output: { booking: 'B-7' } }),
    step('car', { status: 'failed', error }),
  ],
  problem: { step: 'car', code: 'tool_error', message: 'car: no cars' },
  ticket: { id: approvalId, openedAt: '2026-11-20T00:00:01Z', steps: ['room'] },
  endedAt: null,
};
const events: SagaEventView[] = [
  { number: 1, at: saga.createdAt, kind: 'saga.state', step: null, status: 'RUNNING', message: null },
  { number: 2, at: saga.createdAt, kind: 'step.ended', step: 'room', status: 'succeeded', message: null },
  { number: 3, at: saga.createdAt, kind: 'undo.ended', step: 'room', status: 'failed', message: 'shut\u001b[2J' },
];
const start = 'POST /v1/sagas';
const show = `GET /v1/sagas/${id}`;
const follow = `GET /v1/sagas/${id}/events`;
const resolve = `POST /v1/sagas/${id}/resolve`;

/** The stream, once; then the answer that there is nothing more. */
function stream(): { readonly answers: Record<string, unknown> } {
  const text = events.map((it) => `id: ${it.number}\nevent: ${it.kind}\ndata: ${JSON.stringify(it)}\n\n`).join('');
  let turn = 0;
  const headers = { 'content-type': 'text/event-stream' };
  const answers = {};
  Object.defineProperty(answers, follow, {
    enumerable: true,
    get: () => {
      turn += 1;
      return turn === 1 ? new Response(text, { headers }) : new Response(null, { status: 204 });
    },
  });
  return { answers };
}

const withStream = (more: Record<string, unknown>) => Object.assign(stream().answers, more);
const body = { steps: [{ id: 'room', tool: 'acme/book', arguments: {} }] };

describe('saga', () => {
  it('begins one from a file and tells how it goes', async () => {
    const cwd = await emptyFolder();
    writeFileSync(join(cwd, 'trip.json'), JSON.stringify(body));
    const answers = withStream({ [start]: { ...saga, state: 'PENDING' }, [show]: saga });
    const words = ['saga', 'start', 'trip.json', '--deadline', '2m', '--idempotency-key', 'trip-42'];
    const { out, err, code, asked } = await assay(words, { cwd, answers });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({ ...body, deadlineMs: 120_000, idempotencyKey: 'trip-42' });
    expect(out).toMatch(/^COMPLETED\n/);
    expect(err).toContain('[0/2] RUNNING\n[1/2] room succeeded\n[1/2] undo of room failed: shut');
    expect(err).not.toContain('\u001b');
  });

  it('answers the id at once when asked to, and says who is waited for', async () => {
    const consents = [{ step: 'room', approval: { id: approvalId, url: 'http://assay/approvals/1' } }];
    const answers = { [start]: { ...saga, state: 'PENDING', consents } };
    const { out, err } = await assay(['saga', 'start', '-', '--async'], { stdin: JSON.stringify(body), answers });
    expect(out.trim()).toBe(id);
    expect(err).toContain(`Step room is waiting for approval: assay approve ${approvalId}`);
    expect(err).toContain(`assay saga show ${id} --follow`);
  });

  it('says before anything else whose consent it waits for, and that it goes on without this terminal', async () => {
    const consents = [{ step: 'room', approval: { id: approvalId, url: 'http://assay/approvals/1' } }];
    const answers = withStream({ [start]: { ...saga, state: 'PENDING', consents }, [show]: saga });
    const { err } = await assay(['saga', 'start', '-'], { stdin: JSON.stringify(body), answers });
    expect(err).toMatch(
      /^Saga 0198f000.*\(running in the background\)\nStep room is waiting for approval: assay approve .*\n\[0\/2\]/,
    );
  });

  it('goes on when nobody looks on any more, and says so', async () => {
    const interruptedAt = `GET /v1/sagas/${id}/events`;
    const words = ['saga', 'show', id, '--follow'];
    const { err, code } = await assay(words, { answers: { [show]: saga }, interruptedAt });
    expect(code).toBe(1);
    expect(err).toContain(`The saga continues: assay saga show ${id} --follow follows it`);
    expect(err).not.toContain('Cancelled');
  });

  it('tells a composition from a saga', async () => {
    const { err, code, asked } = await assay(['saga', 'start', '-'], { stdin: '{"plan": {"steps": []}}' });
    expect([code, asked.length]).toEqual([2, 0]);
    expect(err).toContain('assay plan run');
  });

  it('fails when the saga does, and says what to do', async () => {
    const answers = withStream({ [start]: saga, [show]: stuck });
    const { out, err, code } = await assay(['saga', 'start', '-'], { stdin: JSON.stringify(body), answers });
    expect(code).toBe(1);
    expect(out).toContain('failed (acme/free): the hotel is shut');
    expect(err).toContain(`assay saga resolve ${id} --retry`);
  });

  it('lists and shows', async () => {
    const none = { 'GET /v1/sagas?limit=50&state=RUNNING': { items: [], nextCursor: null } };
    const { out: empty } = await assay(['saga', 'list', '--state', 'RUNNING'], { answers: none });
    expect(empty).toBe('No visible saga is RUNNING.\n');
    const answers = { 'GET /v1/sagas?limit=50': { items: [saga], nextCursor: null }, [show]: stuck };
    expect((await assay(['saga'], { answers })).out).toMatch(/COMPLETED +carl .*room, car/);
    const { out, code } = await assay(['saga', 'show', id], { answers });
    expect(out).toContain('car: no cars');
    expect(out).toContain('Not undone: room\n  input  {"guest":"ann"}\n  output {"booking":"B-7"}\n');
    expect(code).toBe(0);
    const json = await assay(['saga', 'show', id, '--json'], { answers });
    expect(JSON.parse(json.out)).toEqual(stuck);
  });

  it('cancels', async () => {
    const { out } = await assay(['saga', 'cancel', id], { answers: { [`DELETE /v1/sagas/${id}`]: saga } });
    expect(out).toContain('completed steps are undone');
  });

  it('settles manually, or retries and waits for the outcome', async () => {
    const reason = ['--reason', 'by telephone'];
    const settled = { ...stuck, state: 'FAILED' };
    const hand = await assay(['saga', 'resolve', id, '--settle', ...reason], { answers: { [resolve]: settled } });
    expect([hand.asked[0]?.body, hand.code]).toEqual([{ action: 'settle', reason: 'by telephone' }, 0]);
    const at = '2026-11-20T00:00:05Z';
    const resolutions = [{ action: 'retry' as const, by: 'pia', reason: 'by telephone', at }];
    const again = withStream({ [resolve]: { ...stuck, resolutions }, [show]: stuck });
    const tried = await assay(['saga', 'resolve', id, '--retry', ...reason], { answers: again });
    expect(tried.code).toBe(1);
    // What happened before is known by now.
    expect(tried.err).not.toContain('RUNNING');
  });

  it.each([
    [['saga', 'resolve', id, '--reason', 'x'], '--retry'],
    [['saga', 'resolve', id, '--retry', '--settle', '--reason', 'x'], '--settle'],
    [['saga', 'resolve', id, '--retry'], '--reason'],
    [['saga', 'start', 'none.json'], 'File not found:'],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await assay(argv, {});
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
