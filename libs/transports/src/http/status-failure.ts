import { httpFault, upstreamFailure } from '@assay/gateway';
import type { Failure } from '@assay/kernel';
import { trimmed } from '../mcp/failures.js';
import type { HttpAnswer } from './http-exchange.js';
import { decoded } from './read-answer.js';
import { retryAfterMs } from './retry-after.js';

/** Longest piece of an upstream's own words in a message, in characters. */
const quotedLength = 500;

/** The failure for a status of 400 and above, by the one table of faults. A proxy's 408 may hide an effect. */
export function statusFailure(label: string, answer: HttpAnswer, now: number): Failure {
  const { status, headers } = answer;
  const said = saidBy(answer);
  const waits = retryAfterMs(headers['retry-after'], now);
  const message = trimmed(
    `${label} answered with status ${status}${hintOf(status, label)}${said === '' ? '' : `: ${said}`}`,
  );
  const isLimited = status === 429 || status >= 500;
  return upstreamFailure(httpFault(status), message, {
    ...(waits !== undefined && isLimited && { retryAfterMs: waits }),
    ...(status < 500 && status !== 408 && { outcome: 'none' }),
  });
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
