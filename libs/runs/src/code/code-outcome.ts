import type { Outcome as EffectOutcome, RunView } from '@assay/contracts';
import { deadlineReason } from '@assay/kernel';
import type { Executed } from './code-execution.js';
import type { CodeProblem } from './code-sandbox.js';

export type CodeOutcome = Pick<RunView, 'output' | 'error'> & {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
};

const limits = {
  cpu: 'CPU time',
  memory: 'memory',
  time: 'computing time',
  calls: 'number of calls (10,000)',
  value: 'size of the returned value',
} as const;

const stuck = 'The code waits for something that never happens: await only calls of tools and what they give.';

/** How a run of code ended. `effect`: what its calls did by then. */
export function outcomeOfCode(executed: Executed, signal: AbortSignal, effect: EffectOutcome): CodeOutcome {
  if (executed.kind === 'returned') return { status: 'succeeded', output: executed.value };
  if (signal.aborted && signal.reason !== deadlineReason && executed.kind === 'over') return { status: 'cancelled' };
  return { status: 'failed', error: { ...errorOf(executed), outcome: effect } };
}

function errorOf(executed: Exclude<Executed, { readonly kind: 'returned' }>): NonNullable<RunView['error']> {
  switch (executed.kind) {
    case 'threw':
      return { code: 'code_failed', message: problemText(executed.problem) };
    case 'limit':
      return { code: 'code_limit', message: `The code exceeded its limit: ${limits[executed.limit]}.` };
    case 'stuck':
      return { code: 'code_failed', message: stuck };
    case 'crashed':
      return { code: 'code_failed', message: executed.message };
    case 'diverged':
      return { code: 'code_diverged', message: `The run cannot continue: ${executed.message}` };
    case 'unavailable':
      return { code: 'unavailable', message: executed.message };
    case 'over':
      return { code: 'deadline_exceeded', message: 'Deadline exceeded before the code ended.' };
  }
}

function problemText({ name, message, line, code, tool }: CodeProblem): string {
  const where = line === undefined ? '' : ` (line ${line})`;
  const which = tool === undefined ? '' : ` ${tool}`;
  return `${name}${which}${code === undefined ? '' : ` [${code}]`}: ${message}${where}`;
}
