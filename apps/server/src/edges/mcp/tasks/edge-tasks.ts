import type { Envelope } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { failureIn } from '../calls-at-clients.js';
import { plainResult } from '../plain-result.js';
import type { LegTask } from '../suspended-calls.js';
import { LiveTasks } from './live-tasks.js';
import type { TaskCalls } from './task-calls.js';
import { TaskRequests } from './task-requests.js';

/** The tasks of one MCP address. */
export class EdgeTasks {
  readonly live: LiveTasks;
  readonly requests: TaskRequests;

  constructor(
    readonly calls: TaskCalls,
    clock: Clock,
  ) {
    this.live = new LiveTasks(clock);
    this.requests = new TaskRequests(this.live, calls, clock);
  }

  /** How a call of this caller goes on as a task. */
  legOf = (caller: Caller, id?: string): LegTask => ({
    ...(id !== undefined && { id }),
    adopt: async (it) => this.live.makeRoom(String(caller.principalId)) && this.calls.adopt(caller, it),
  });
}

/** The result of a recorded call, for clients that know no envelopes. */
export const plainResultOf = (envelope: Envelope) =>
  plainResult({ envelope, failure: failureIn(envelope), answer: undefined });
