import type { RunView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { RunCompositions, ShowRuns } from '@assay/runs';
import type { CallToolResult } from '../../edges/mcp/gateway-tool.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { runAnswer } from './run-answer.js';

/** What a run waits for a person for: a question or a decision. */
export interface RunWaiting {
  readonly id: string;
  readonly url: string;
  readonly message: string;
}

/** A run as a task of an MCP client. */
export interface RunAsTask {
  readonly status: 'working' | 'input_required' | 'cancelled' | 'completed';
  /** In ms since the epoch. */
  readonly startedAt: number;
  readonly waiting?: RunWaiting;
  /** Of a run that has ended. */
  readonly result?: CallToolResult;
}

export interface RunTasksPorts {
  readonly shown: Pick<ShowRuns, 'show'>;
  readonly runs: Pick<RunCompositions, 'cancel'>;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
}

/** Runs under way as tasks, by their ids: on every replica, and after a restart. */
export class RunTasks {
  constructor(private readonly ports: RunTasksPorts) {}

  /** Undefined when the caller has no such run. */
  async find(caller: Caller, id: string): Promise<RunAsTask | undefined> {
    const shown = await this.ports.shown.show(caller, id);
    if (!shown.ok) return undefined;
    const run = shown.value;
    const startedAt = Date.parse(run.startedAt);
    if (run.status === 'running') return { status: 'working', startedAt };
    if (run.status === 'awaiting_approval') return { status: 'input_required', startedAt, ...waitingIn(run) };
    if (run.status === 'cancelled') return { status: 'cancelled', startedAt };
    const { ceiling, clock } = this.ports;
    const as = { caller, ceiling: ceiling.of(caller), detail: 'short', now: clock.now() } as const;
    return { status: 'completed', startedAt, result: await runAnswer(run, as, ceiling) };
  }

  /** Cancels a run; false when the caller has none under way by this id. */
  cancel = async (caller: Caller, id: string): Promise<boolean> => (await this.ports.runs.cancel(caller, id)).ok;
}

/** The first of what it waits for: clients ask for one thing at a time. */
function waitingIn({ steps }: RunView): { readonly waiting?: RunWaiting } {
  const found = steps.find((step) => step.waitsFor !== undefined);
  if (found?.waitsFor === undefined) return {};
  const { id, url, kind } = found.waitsFor;
  const what = kind === 'question' ? 'asks a person a question' : "needs a person's decision";
  const message = `The step ${found.id} ${what}, at ${url} . Tell your user so; the run continues by itself afterwards.`;
  return { waiting: { id, url, message } };
}
