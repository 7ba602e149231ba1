import { AssayError, type Difference, type MadeToolReport } from '@assay/sdk';
import { UsageError } from '../usage-error.js';
import { differencesText } from './differences.js';
import { exitCodes } from './exit-codes.js';
import type { Page } from './page.js';
import { routesAsCommands } from './routes-as-commands.js';
import { harmless } from './text.js';

/** Longest input that is shown, in characters. */
const maxInput = 200;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!(error instanceof AssayError)) return exitCodes.failed;
  if (error.code === 'invalid_option') return exitCodes.usage;
  return error.envelope?.status === 'escalated' ? exitCodes.waiting : exitCodes.failed;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a caller can do about a failure the server's own sentence may not tell. */
function advice(error: AssayError): string | undefined {
  if (error.retryAfterMs !== undefined) return `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
  if (error.status === 401)
    return 'Give a valid key: `assay login`, or ASSAY_API_KEY. `assay doctor` says which is used.';
  if (error.envelope?.error?.outcome === 'unknown') {
    return 'The call may have taken effect: check before retrying.';
  }
  return undefined;
}

/** Why no version fitted, version by version, as far as the sentence does not say it. */
function rejections(error: AssayError): string[] {
  const rejected = error.problem?.rejected;
  if (!Array.isArray(rejected)) return [];
  return (rejected as { version?: string; reason?: string }[])
    .filter(({ version }) => !error.message.includes(String(version)))
    .map(({ version, reason }) => `${version}: ${reason}`);
}

/** What may be called instead, as far as the sentence does not say it. */
function alternatives(error: AssayError): string[] {
  const named = error.problem?.alternatives;
  const others = (Array.isArray(named) ? named : []).filter((it) => !error.message.includes(String(it)));
  return others.length === 0 ? [] : [`also: ${others.join(', ')}`];
}

/** What the validation of a made tool found, part by part. */
function reportLines({ problem }: AssayError): string[] {
  const report = problem?.report as MadeToolReport | undefined;
  if (problem?.code !== 'made_tool_refused' || report === undefined) return [];
  const { static: statics, tests, fuzzing, conformance } = report;
  const json = (value: unknown) => JSON.stringify(value)?.slice(0, maxInput) ?? '';
  return [
    `score ${report.score}: tests ${tests.passed}/${tests.total}, fuzzing ${fuzzing.passed}/${fuzzing.total}, conformance ${conformance.passed}/${conformance.total}`,
    ...statics.findings.map(({ rule, message, line }) => `${rule}${line ? ` (line ${line})` : ''}: ${message}`),
    ...tests.failures.map(({ name, message }) => `test "${name}": ${message}`),
    ...fuzzing.failures.map(({ input, message }) => `fuzzing with ${json(input)}: ${message}`),
    ...conformance.failures.map(({ input, message }) => `output for ${json(input)}: ${message}`),
  ];
}

/** What is wrong, with its place; nothing when it is one thing and the sentence says it. */
function issuesOf({ errors, message }: AssayError): AssayError['errors'] {
  const [first, ...others] = errors;
  const isSaid = first !== undefined && message.includes(first.message) && message.includes(first.path);
  return isSaid && others.length === 0 ? [] : errors;
}

/** A failure for people: what happened, each thing that is wrong with its place, what to do next. */
export function failureText(error: unknown, page: Page): string {
  if (!(error instanceof AssayError)) return page.bad(harmless(messageOf(error)));
  const issues = issuesOf(error).map(({ path, message }) => `${path || '(whole)'}: ${message}`);
  const differences = error.problem?.differences;
  const details = Array.isArray(differences)
    ? [differencesText(harmless(differences as Difference[]), page)]
    : [...issues, ...rejections(error), ...alternatives(error), ...reportLines(error)].map(
        (line) => `  ${routesAsCommands(harmless(line))}`,
      );
  const next = advice(error);
  return [page.bad(routesAsCommands(harmless(error.message))), ...details, ...(next ? [next] : [])].join('\n');
}

/** The same for programs: the server's problem document, or one of the same shape. */
export function failureDocument(error: unknown): Record<string, unknown> {
  if (error instanceof AssayError) {
    const retry = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs };
    return { ...(error.problem ?? { code: error.code, detail: error.message }), ...retry };
  }
  return { code: error instanceof UsageError ? 'usage' : 'failed', detail: messageOf(error) };
}
