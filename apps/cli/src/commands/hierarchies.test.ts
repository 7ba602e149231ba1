import type { BreakerView, Envelope, EscalationView, FallbackView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const level = { priority: 1, accuracy: 1, p50Ms: 5, availability: 0.99, circuit: 'CLOSED' as const };
const hierarchy: FallbackView = {
  capability: 'geo.geocode',
  levels: [
    { ...level, tool: 'acme/a@^1', version: '1.2.0', p99Ms: 400, costUsd: 0.001 },
    {
      ...level,
      priority: 2,
      tool: 'acme/b',
      accuracy: 0.8,
      version: null,
      p99Ms: null,
      costUsd: null,
      problem: 'no tool of this name',
    },
  ],
  escalation: true,
  revision: 3,
  warnings: ['Level 2: acme/b does not declare geo.geocode.'],
  changedAt: '2026-11-22T00:00:00.000Z',
  changedBy: 'ann',
};
const page = (items: readonly object[], nextCursor: string | null = null) => ({ items, nextCursor });

describe('fallbacks', () => {
  it('lists them, and shows one with how each level stands', async () => {
    const listed = await assay(['fallbacks'], { answers: { 'GET /v1/fallbacks?limit=50': page([hierarchy]) } });
    expect(listed.out).toMatch(/geo\.geocode +acme\/a@\^1 → acme\/b +yes +3/);
    const { out } = await assay(['fallbacks', 'show', 'geo.geocode'], {
      answers: { 'GET /v1/fallbacks/geo.geocode': hierarchy },
    });
    expect(out).toMatch(
      /1 {2}acme\/a@\^1 \(1\.2\.0\)\n {3}p99 400 ms · cost 0\.001 USD · accuracy 1 · availability 0\.99 · circuit CLOSED/,
    );
    expect(out).toMatch(/no tool of this name\nThen: escalate to a person\./);
    const none = await assay(['fallbacks', 'list'], { answers: { 'GET /v1/fallbacks?limit=50': page([]) } });
    expect(none.out).toContain('assay fallbacks put --help');
  });

  it('declares one from words, under its revision, and warns', async () => {
    const line = 'PUT /v1/fallbacks/geo.geocode';
    const words = ['fallbacks', 'put', 'geo.geocode', 'acme/a@^1', 'acme/b=0.8', '--no-escalation', '--revision', '2'];
    const { out, err, asked, code } = await assay(words, { answers: { [line]: hierarchy } });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({
      levels: [{ tool: 'acme/a@^1' }, { tool: 'acme/b', accuracy: 0.8 }],
      escalation: false,
    });
    expect(out).toContain('Declared geo.geocode: acme/a@^1 → acme/b.');
    expect(err).toContain('Warning: Level 2');
  });

  it('takes one from standard input, and wants either that or words', async () => {
    const line = 'PUT /v1/fallbacks/geo.geocode';
    const body = { levels: [{ tool: 'acme/a' }, { tool: 'acme/b', mapping: '{"q": address}' }] };
    const words = ['fallbacks', 'put', 'geo.geocode', '--file', '-'];
    const { asked } = await assay(words, { answers: { [line]: hierarchy }, stdin: JSON.stringify(body) });
    expect(asked[0]?.body).toEqual(body);
    expect((await assay(['fallbacks', 'put', 'geo.geocode'])).code).toBe(2);
    expect((await assay([...words, 'acme/a'])).code).toBe(2);
  });

  it('removes one, and says what the server says', async () => {
    const line = 'DELETE /v1/fallbacks/geo.geocode';
    expect((await assay(['fallbacks', 'delete', 'geo.geocode'], { answers: { [line]: null } })).out).toContain(
      'Removed',
    );
    const refused = problem(412, 'precondition_failed', 'It is at revision 4 now.');
    const failed = await assay(['fallbacks', 'delete', 'geo.geocode', '--revision', '3'], {
      answers: { [line]: refused },
    });
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('revision 4')]);
  });
});

const ticket: EscalationView = {
  ...{ id: '0198f000-0000-7000-8000-00000000a001', status: 'open', invocationId: 'i1', capability: 'geo.geocode' },
  ...{ tool: 'acme/a', input: { address: 'x' }, outputSchema: { type: 'object' }, attempted: [], task: 'a map' },
  ...{ reason: 'No level could answer.', askedBy: 'robot', openedAt: '2026-11-22T00:00:00.000Z' },
  ...{ expiresAt: '2026-11-25T00:00:00.000Z', closedAt: null, closedBy: null, decision: null },
};

describe('escalations', () => {
  const line = `POST /v1/escalations/${ticket.id}/resolve`;
  const resolve = ['escalations', 'resolve', ticket.id];

  it('lists and shows them', async () => {
    const listed = await assay(['escalations', '--status', 'open'], {
      answers: { 'GET /v1/escalations?limit=50&status=open': page([ticket]) },
    });
    expect(listed.out).toMatch(/a001 +open +acme\/a +robot/);
    const { out } = await assay(['escalations', 'show', ticket.id], {
      answers: { [`GET /v1/escalations/${ticket.id}`]: ticket },
    });
    expect(out).toMatch(/For: a map\nNo level could answer\.\nInput: \{\n {2}"address": "x"\n\}\nAn output must fit/);
  });

  it('answers one, or refuses to', async () => {
    const answered = { ...ticket, status: 'resolved' as const };
    const done = await assay([...resolve, '--output', '{"lat": 1}', '--reason', 'by hand'], {
      answers: { [line]: answered },
    });
    expect(done.asked[0]?.body).toEqual({ output: { lat: 1 }, reason: 'by hand' });
    expect(done.out).toContain('Answered acme/a: GET /v1/invocations/i1 shows it to robot.');
    const file = await assay([...resolve, '--file', '-'], { answers: { [line]: answered }, stdin: '[1]' });
    expect(file.asked[0]?.body).toEqual({ output: [1] });
    const refused = await assay([...resolve, '--refuse', '--reason', 'none'], {
      answers: { [line]: { ...ticket, status: 'refused' } },
    });
    expect(refused.asked[0]?.body).toEqual({ refuse: true, reason: 'none' });
    expect(refused.out).toContain('Refused acme/a');
  });

  it.each([
    ['nothing', []],
    ['both', ['--output', '1', '--refuse', '--reason', 'x']],
    ['a refusal without a reason', ['--refuse']],
    ['what is no JSON', ['--output', '{']],
  ])('is wrong usage with %s', async (_, words) => {
    expect((await assay([...resolve, ...words])).code).toBe(2);
  });
});

describe('breakers', () => {
  const breaker: BreakerView = {
    ...{ tool: 'acme/a', version: '1.2.0', state: 'OPEN', calls: 12, failures: 9 },
    ...{ openUntil: '2026-11-22T00:00:30.000Z', openings: 1, shared: true },
  };

  it('lists and resets them', async () => {
    const { out } = await assay(['breakers'], { answers: { 'GET /v1/breakers?limit=50': page([breaker]) } });
    expect(out).toMatch(/acme\/a@1\.2\.0 +OPEN +9 of 12 +2026-11-22T00:00:30\.000Z +by all servers/);
    const line = 'POST /v1/breakers/acme/a/1.2.0/reset';
    const reset = await assay(['breakers', 'reset', 'acme/a', '1.2.0'], {
      answers: { [line]: { ...breaker, state: 'CLOSED' } },
    });
    expect(reset.out).toContain('Closed the circuit breaker of acme/a@1.2.0.');
  });
});

describe('call --capability', () => {
  const line = 'POST /v1/invocations';
  const envelope = {
    id: 'i',
    status: 'succeeded',
    output: 'Berlin',
    warnings: [],
    trace: [],
    validation: { outcome: 'untyped', issues: [] },
    tool: 'acme/a',
    version: '1.0.0',
  } as unknown as Envelope;

  it('calls any tool that has it, with the allowed fallbacks', async () => {
    const words = [
      'call',
      '--capability',
      'geo.geocode',
      'address=Linden 1',
      'limit:=2',
      '--fallback',
      'declared',
      '--hedge',
      '--constraints',
      '{"maxCost": 1}',
    ];
    const { asked, out } = await assay(words, { answers: { [line]: envelope } });
    expect(asked[0]?.body).toEqual({
      ...{ capability: 'geo.geocode', constraints: { maxCost: 1 }, fallback: 'declared', hedge: true },
      input: { address: 'Linden 1', limit: 2 },
    });
    expect(out).toContain('Berlin');
  });

  it.each([
    ['nothing to call', ['call']],
    ['what is no tool', ['call', 'address=x']],
    ['constraints of a tool', ['call', 'acme/a', '--constraints', '{}']],
    ['an unknown mode', ['call', 'acme/a', '--fallback', 'always']],
  ])('is wrong usage with %s', async (_, words) => {
    expect((await assay(words)).code).toBe(2);
  });
});
