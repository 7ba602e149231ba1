import type { Envelope, Issue, Problem } from '@assay/contracts';
import { AssayError } from './error.js';

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProblem = (value: unknown): value is Problem =>
  isObject(value) && typeof value.code === 'string' && typeof value.detail === 'string';

const problemMembers = ['type', 'title', 'detail', 'code', 'errors', 'traceId', 'invocationStatus'];

/** Failures of a call are problems with the envelope's members beside the problem's own. */
function envelopeOf(problem: Problem): Envelope | undefined {
  const { id, trace, validation } = problem as Members;
  if (typeof id !== 'string' || !Array.isArray(trace) || !isObject(validation)) return undefined;
  const envelope = Object.fromEntries(Object.entries(problem).filter(([name]) => !problemMembers.includes(name)));
  return { ...envelope, status: callStatus(problem) } as unknown as Envelope;
}

/** A problem's `status` is the HTTP status; the envelope's own comes as `invocationStatus`, and follows from the code without. */
function callStatus(problem: Problem): Envelope['status'] {
  if (typeof problem.invocationStatus === 'string') return problem.invocationStatus as Envelope['status'];
  if (problem.code === 'cancelled') return 'cancelled';
  return problem.status === 401 || problem.status === 403 ? 'denied' : 'failed';
}

/** Milliseconds of a Retry-After header, which holds seconds or a date. */
function retryAfterMs(response: Response, problem: Problem | undefined): number | undefined {
  const error = problem?.error;
  const stated = isObject(error) ? error.retryAfterMs : problem?.retryAfterMs;
  if (typeof stated === 'number') return stated;
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  const sent = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) || Number.isNaN(sent) ? undefined : Math.max(0, date - sent);
}

/** The official MCP Registry API names the place of a problem `location`. */
const fallbackIssues = (value: unknown): Issue[] | undefined =>
  Array.isArray(value)
    ? value.map((issue: Issue & { location?: string }) => ({ ...issue, path: issue.path ?? issue.location ?? '' }))
    : undefined;

function failureOf(response: Response, url: string, body: unknown): AssayError {
  if (!isProblem(body)) return unexpected(response, url);
  const problem: Problem = { ...body, errors: fallbackIssues(body.errors) };
  return new AssayError({
    code: problem.code,
    message: problem.detail,
    status: response.status,
    problem,
    envelope: envelopeOf(problem),
    retryAfterMs: retryAfterMs(response, problem),
  });
}

function unexpected(response: Response, url: string): AssayError {
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no media type';
  return new AssayError({
    code: 'unexpected_answer',
    status: response.status,
    message: `${url} answered ${response.status} with ${type}, which is not an Assay response. Check that the address is an Assay server (ASSAY_URL).`,
    retryAfterMs: retryAfterMs(response, undefined),
  });
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

export interface Answer {
  readonly status: number;
  /** Its JSON; undefined when it has no body. */
  readonly body: unknown;
}

/** Reads an answer whole, or throws an AssayError for whatever is neither a success nor a status in `also`. */
export async function readAnswer(
  response: Response,
  url: string,
  also: readonly number[],
  parse: (text: string) => unknown = JSON.parse,
): Promise<Answer> {
  const { status } = response;
  const text = await response.text();
  const body = parsed(text, parse);
  if (also.includes(status)) return { status, body };
  if (!response.ok) throw failureOf(response, url, body);
  if (status === 204 || text === '') return { status, body: undefined };
  if (body === undefined) throw unexpected(response, url);
  return { status, body };
}
