import type { CodeEnd, CodeProblem, HostCall, LogLine, Turn } from '../run.js';

type Json = Record<string, unknown>;

const kinds: readonly unknown[] = ['tool', 'search', 'types', 'host'] satisfies HostCall['kind'][];
const limits: readonly unknown[] = ['cpu', 'memory', 'calls'];
const maxMessage = 10_000;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, max = maxMessage): string => (typeof value === 'string' ? value.slice(0, max) : '');

export interface TurnBounds {
  readonly maxCalls: number;
  readonly maxLog: number;
  readonly maxValue: number;
  /** Lines that the wrapper of the code puts before it. */
  readonly lineOffset: number;
}

/**
 * Reads what a process writes after a message. The process may be in the hands of its code, so nothing of it is believed
 * but its shape; null for anything else. Calls have to be numbered on from `called`.
 */
export function readTurn(line: string, called: number, bounds: TurnBounds): Turn | null {
  const message = parsed(line);
  if (!isObject(message) || !Array.isArray(message.calls) || !Array.isArray(message.logs)) return null;
  if (called + message.calls.length > bounds.maxCalls)
    return { calls: [], logs: [], cpuMs: 0, end: { kind: 'limit', limit: 'calls' } };
  const calls: HostCall[] = [];
  for (const each of message.calls as unknown[]) {
    const call = readCall(each, called + calls.length + 1);
    if (call === null) return null;
    calls.push(call);
  }
  const end = message.end === undefined ? undefined : readEnd(message.end, bounds);
  if (end === null) return null;
  const cpuMs = typeof message.cpuMs === 'number' && message.cpuMs >= 0 ? message.cpuMs : 0;
  return { calls, logs: readLogs(message.logs as unknown[], bounds.maxLog), cpuMs, ...(end && { end }) };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(textOf(text, Number.POSITIVE_INFINITY));
  } catch {
    return undefined;
  }
}

function readCall(call: unknown, id: number): HostCall | null {
  if (!isObject(call) || call.id !== id || !kinds.includes(call.kind) || typeof call.name !== 'string') return null;
  const argument = parsed(call.argument);
  if (argument === undefined) return null;
  return { id, kind: call.kind as HostCall['kind'], name: call.name.slice(0, 1_000), argument };
}

function readLogs(logs: readonly unknown[], max: number): LogLine[] {
  let left = max;
  return logs.flatMap((each) => {
    if (!isObject(each) || left <= 0) return [];
    const text = textOf(each.text, left + 100);
    left -= text.length;
    return [{ level: textOf(each.level, 10), text }];
  });
}

function readEnd(end: unknown, { maxValue, lineOffset }: TurnBounds): CodeEnd | null {
  if (!isObject(end)) return null;
  if (limits.includes(end.limit)) return { kind: 'limit', limit: end.limit as 'cpu' };
  if (typeof end.returned === 'string') {
    if (end.returned.length > maxValue) return { kind: 'limit', limit: 'value' };
    const value = end.returned === '' ? null : parsed(end.returned);
    return value === undefined ? null : { kind: 'returned', value };
  }
  if (!isObject(end.threw)) return null;
  const problem = readProblem(end.threw, lineOffset);
  if (/out of memory/.test(problem.message) && problem.name === 'InternalError')
    return { kind: 'limit', limit: 'memory' };
  return { kind: 'threw', problem };
}

function readProblem(problem: Json, lineOffset: number): CodeProblem {
  const at = /(?:<input>|<anonymous>|tool|<tool>|line):? ?(\d{1,6})/.exec(textOf(problem.stack))?.[1];
  const line = at === undefined ? Number(problem.lineNumber ?? Number.NaN) : Number(at);
  const inCode = line - lineOffset;
  return {
    name: textOf(problem.name, 100) || 'Error',
    message: textOf(problem.message),
    ...(inCode > 0 && { line: inCode }),
    ...(typeof problem.code === 'string' && { code: textOf(problem.code, 100) }),
    ...(typeof problem.tool === 'string' && { tool: textOf(problem.tool, 300) }),
    ...(typeof problem.outcome === 'string' && { outcome: textOf(problem.outcome, 20) }),
  };
}
