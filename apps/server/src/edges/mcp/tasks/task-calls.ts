import type { Envelope } from '@assay/contracts';
import type { AcceptCalls, RunningCalls, RunScheduled } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, isUuid } from '@assay/kernel';
import type { SuspendCalls } from '@assay/runs';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RunTasks } from '../../../features/runs/run-tasks.js';
import { waitingText } from '../calls-at-clients.js';
import type { TaskView } from './task-view.js';

export interface TaskCallsPorts {
  /** A caller's own call, running here or recorded. */
  readonly own: { find(caller: Caller, id: string): Promise<Envelope | undefined> };
  readonly accepting: Pick<AcceptCalls, 'show' | 'cancel' | 'adopt'>;
  readonly running: Pick<RunningCalls, 'find'>;
  readonly suspending: Pick<SuspendCalls, 'withdraw'>;
  readonly scheduled: Pick<RunScheduled, 'cancel'>;
  readonly runs: Pick<RunTasks, 'find' | 'cancel'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Shapes the result of a call that has ended. */
export type ResultOfCall = (envelope: Envelope) => Promise<CallToolResult> | CallToolResult;

/** Calls as tasks, by their invocation ids: they are found on every replica, and after a restart. */
export class TaskCalls {
  constructor(private readonly ports: TaskCallsPorts) {}

  /** Has a call under way go on without its request; false when it ended meanwhile or that cannot be made durable. */
  adopt = (caller: Caller, id: string): Promise<boolean> => this.ports.accepting.adopt(caller, id);

  /** @param asksUrls whether the client can be sent to an address */
  async find(caller: Caller, id: string, asksUrls: boolean, resultOf: ResultOfCall): Promise<TaskView | undefined> {
    const envelope = await this.#envelope(caller, id);
    if (envelope === undefined) return this.#run(caller, id, asksUrls);
    const at = Date.parse(envelope.provenance?.at ?? '') || this.ports.clock.now();
    const base = { id, createdAt: at, updatedAt: at };
    if (envelope.status === 'running') return { ...base, status: 'working' };
    if (envelope.status === 'awaiting_approval') return { ...base, ...waiting(envelope, asksUrls) };
    if (envelope.status === 'cancelled') return { ...base, status: 'cancelled' };
    return { ...base, status: 'completed', reply: { result: { ...(await resultOf(envelope)) } } };
  }

  async #run(caller: Caller, id: string, asksUrls: boolean): Promise<TaskView | undefined> {
    const run = isUuid(id) ? await this.ports.runs.find(caller, id) : undefined;
    if (run === undefined) return undefined;
    const { status, startedAt, waiting: waits, result } = run;
    const base = { id, createdAt: startedAt, updatedAt: startedAt };
    if (status === 'input_required') return { ...base, ...asking(waits?.message ?? needsPerson, waits, asksUrls) };
    return { ...base, status, ...(result && { reply: { result: { ...result } } }) };
  }

  /** Cancels a call or a run; one that has ended stays as it is. False when the caller has no such call. */
  async cancel(caller: Caller, id: string): Promise<boolean> {
    const { accepting, running, scheduled, suspending } = this.ports;
    const here = isUuid(id) ? running.find(id, caller.principalId) : undefined;
    if (here !== undefined) here.call.requested.whole.cancel();
    else {
      const ended = (await accepting.cancel(caller, id)) ?? (await scheduled.cancel(caller, id));
      if (ended === undefined) await suspending.withdraw(caller, id);
    }
    if (here !== undefined || (await this.#envelope(caller, id)) !== undefined) return true;
    return isUuid(id) && this.ports.runs.cancel(caller, id);
  }

  async #envelope(caller: Caller, id: string): Promise<Envelope | undefined> {
    if (!isUuid(id)) return undefined;
    const { own, accepting } = this.ports;
    const standing = (await own.find(caller, id)) ?? (await accepting.show(caller, id));
    // It may have ended between the two questions.
    return standing?.status === 'running' ? ((await own.find(caller, id)) ?? standing) : standing;
  }
}

function waiting(envelope: Envelope, asksUrls: boolean): Pick<TaskView, 'status' | 'statusMessage' | 'inputRequests'> {
  return asking(waitingText(envelope) ?? needsPerson, envelope.approval, asksUrls);
}

const needsPerson = 'A person has to decide.';

/** Sends a client that can be sent there to the address where a person answers or decides. */
function asking(
  message: string,
  place: { readonly id: string; readonly url: string } | undefined,
  asksUrls: boolean,
): Pick<TaskView, 'status' | 'statusMessage' | 'inputRequests'> {
  if (!asksUrls || place === undefined) return { status: 'input_required', statusMessage: message };
  const params = { mode: 'url', message, url: place.url, elicitationId: place.id };
  const inputRequests = { approval: { method: 'elicitation/create', params } };
  return { status: 'input_required', statusMessage: message, inputRequests };
}

/** The id of the call or run that a result only says of that it waits for a person; undefined for any other result. */
export function waitingCall({ _meta, structuredContent }: CallToolResult): string | undefined {
  const waits = 'awaiting_approval';
  if (_meta?.['assay/status'] === waits) return String(_meta['assay/invocationId']);
  const { status, id } = (structuredContent ?? {}) as { status?: unknown; id?: unknown };
  return status === waits && typeof id === 'string' ? id : undefined;
}
