import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { FailureException, unwrap } from './failure-exception.js';
import { answerProblem, failureOf } from './problem-answer.js';

/** What a failed request is answered with, and what is logged. */
function answered(error: unknown, already = {}) {
  const lines: string[] = [];
  const headers: Record<string, string> = {};
  const answer = { status: 0, body: null as Record<string, unknown> | null };
  const reply = {
    sent: false,
    raw: { headersSent: false },
    header(name: string, value: string) {
      headers[name] = value;
      return reply;
    },
    hasHeader: (name: string) => name in headers,
    status(status: number) {
      answer.status = status;
      return reply;
    },
    send(body: string) {
      answer.body = JSON.parse(body);
    },
    ...already,
  };
  const request = { method: 'GET', headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } };
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  answerProblem(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply, log);
  return { ...answer, headers, log: lines.map((it) => JSON.parse(it)) };
}

describe('answerProblem', () => {
  it('answers a failure with its code, its data and the trace of the request', () => {
    const failure = {
      code: 'version_conflict' as const,
      message: 'Taken.',
      data: { yours: 'x' },
      issues: [{ path: '/version', message: 'is taken' }],
    };
    const { status, body, headers, log } = answered(new FailureException(failure, { id: 'call' }));
    expect(status).toBe(409);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      code: 'version_conflict',
      detail: 'Taken.',
      yours: 'x',
      id: 'call',
      errors: failure.issues,
      traceId: 'a'.repeat(32),
    });
    expect(log).toMatchObject([{ level: 20, code: 'version_conflict', traceId: 'a'.repeat(32) }]);
  });

  it('keeps to itself what nobody expected, and logs it', () => {
    const { status, body, log } = answered(new Error('password=hunter2'));
    expect([status, body?.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(log).toMatchObject([{ level: 50, err: { message: 'password=hunter2' } }]);
  });

  it('says how to authenticate, and when to come back', () => {
    expect(answered(new FailureException({ code: 'unauthenticated', message: 'Who?' })).headers).toMatchObject({
      'www-authenticate': expect.stringMatching(/^Bearer/),
    });
    expect(answered(new FailureException({ code: 'forbidden', message: 'No.' })).headers).not.toHaveProperty(
      'www-authenticate',
    );
    const limited = answered(new FailureException({ code: 'rate_limited', message: 'Wait.', retryAfterMs: 1_200 }));
    expect([limited.headers['retry-after'], limited.body?.retryAfterMs]).toEqual(['2', 1_200]);
  });

  it('does not answer twice', () => {
    expect(answered(new Error('late'), { sent: true }).body).toBeNull();
    expect(answered(new Error('late'), { raw: { headersSent: true } }).body).toBeNull();
  });
});

it.each([
  [{ statusCode: 400 }, 'malformed_request'],
  [{ statusCode: 413 }, 'payload_too_large'],
  [{ statusCode: 415 }, 'unsupported_media_type'],
  [{ getStatus: () => 404 }, 'not_found'],
  [{ statusCode: 418 }, 'internal'],
  [new Error('x'), 'internal'],
  [undefined, 'internal'],
])('reads the framework’s %j as %s', (error, code) => {
  expect(failureOf(error).code).toBe(code);
});

it('throws the failure of a result, and gives the value of another', () => {
  expect(unwrap({ ok: true, value: 1 })).toBe(1);
  expect(() => unwrap({ ok: false, error: { code: 'conflict', message: 'Taken.' } })).toThrow(FailureException);
});
