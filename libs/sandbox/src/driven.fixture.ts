import type { CodeEnd, CodeRun, HostAnswer, HostCall, LogLine } from './run.js';
import type { Sandbox } from './sandbox.js';

/** How a run ended that was driven to its end. */
export interface Driven {
  readonly end: CodeEnd;
  readonly calls: readonly HostCall[];
  readonly logs: readonly LogLine[];
}

const echo = ({ name, argument }: HostCall): HostAnswer => ({ ok: true, value: { name, argument } });

/** Runs code to its end, answering its calls in the order it made them. */
export async function drive(
  sandbox: Sandbox,
  run: Partial<CodeRun> & Pick<CodeRun, 'code'>,
  answer: (call: HostCall) => HostAnswer = echo,
): Promise<Driven> {
  const whole: CodeRun = { language: 'javascript', entry: 'body', input: null, nowMs: 1_000, seed: 7, ...run };
  const session = await sandbox.open(whole);
  const calls: HostCall[] = [];
  const logs: LogLine[] = [];
  let turn = await session.begin();
  for (let next = 0; ; next += 1) {
    calls.push(...turn.calls);
    logs.push(...turn.logs);
    const call = calls[next];
    if (turn.end !== undefined || call === undefined) break;
    turn = await session.answer(call.id, answer(call));
  }
  session.close();
  if (turn.end === undefined) throw new Error('The run neither ended nor called.');
  return { end: turn.end, calls, logs };
}

/** What was returned; the test fails on any other end. */
export async function returnedBy(driven: Promise<Driven>): Promise<unknown> {
  const { end } = await driven;
  if (end.kind !== 'returned') throw new Error(`It ended otherwise: ${JSON.stringify(end)}`);
  return end.value;
}
