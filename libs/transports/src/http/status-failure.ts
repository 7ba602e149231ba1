import type { Failure } from '@assay/core';
import { trimmed } from '../mcp/failures.js';
import type { HttpAnswer } from './http-exchange.js';
import { decoded } from './read-answer.js';
import { retryAfterMs } from './retry-after.js';

/** Longest piece of an upstream's own words in a message, in characters. */
const quotedLength = 500;

/**
 * The failure that a status of 400 and above stands for (RFC 9110).
 *
 * 400 and 422 say that the input is wrong, 429 that calls come too often; every other 4xx is an answer of the tool, 404
 * too: it turned the call away. 502, 503 and 504 say that what should answer is away for now, other 5xx that it broke.
 * A 4xx had no effect, save 408, which may come from something that stands before the tool.
 */
export function statusFailure(label: string, answer: HttpAnswer, now: number): Failure {
  const { status, headers } = answer;
  const said = saidBy(answer);
  const waits = retryAfterMs(headers['retry-after'], now);
  const message = trimmed(
    `${label} answered with status ${status}${hintOf(status, label)}${said === '' ? '' : `: ${said}`}`,
  );
  const retry = waits === undefined ? {} : { retryAfterMs: waits };
  if (status === 429) return { code: 'rate_limited', message, outcome: 'none', ...retry };
  if (status === 400 || status === 422) return { code: 'invalid_input', message, outcome: 'none' };
  if (status < 500) return { code: 'tool_error', message, outcome: status === 408 ? 'unknown' : 'none' };
  const isAway = status === 502 || status === 503 || status === 504;
  return { code: isAway ? 'upstream_unavailable' : 'upstream_error', message, outcome: 'unknown', ...retry };
}

function hintOf(status: number, label: string): string {
  return status === 401 || status === 403
    ? ` (check the credentials that are kept with ${label}, and what they may do)`
    : '';
}

/** The beginning of an answer's text, on one line. */
function saidBy({ headers, body }: HttpAnswer): string {
  const type = headers['content-type'] ?? '';
  if (body.length === 0 || /^(?:image|audio|video)\//i.test(type)) return '';
  const text = decoded(body, type)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const plain = /^text\/html/i.test(type)
    ? text
        .replaceAll(/<[^>]{0,500}>/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim()
    : text;
  return plain.length > quotedLength ? `${plain.slice(0, quotedLength - 1)}…` : plain;
}
