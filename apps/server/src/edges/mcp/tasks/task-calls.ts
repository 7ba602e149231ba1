import type { Envelope } from '@assay/contracts';
import type { AcceptCalls, RunningCalls } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, isUuid } from '@assay/kernel';
import type { SuspendCalls } from '@assay/runs';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { waitingText } from '../calls-at-clients.js';
import type { TaskView } from './task-view.js';

export interface TaskCallsPorts {
  /** A caller's own call, running here or recorded. */
  readonly own: { find(caller: Caller, id: string): Promise<Envelope | undefined> };
  readonly accepting: Pick<AcceptCalls, 'show' | 'cancel' | 'adopt'>;
  readonly running: Pick<RunningCalls, 'find'>;
  readonly suspending: Pick<SuspendCalls, 'withdraw'>;
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
    if (envelope === undefined) return undefined;
    const at = Date.parse(envelope.provenance?.at ?? '') || this.ports.clock.now();
    const base = { id, createdAt: at, updatedAt: at };
    if (envelope.status === 'running') return { ...base, status: 'working' };
    if (envelope.status === 'awaiting_approval') return { ...base, ...waiting(envelope, asksUrls) };
    if (envelope.status === 'cancelled') return { ...base, status: 'cancelled' };
    return { ...base, status: 'completed', reply: { result: { ...(await resultOf(envelope)) } } };
  }

  /** Cancels a call; one that has ended stays as it is. False when the caller has no such call. */
  async cancel(caller: Caller, id: string): Promise<boolean> {
    const { accepting, running, suspending } = this.ports;
    const here = isUuid(id) ? running.find(id, caller.principalId) : undefined;
    if (here !== undefined) here.call.requested.whole.cancel();
    else if ((await accepting.cancel(caller, id)) === undefined) await suspending.withdraw(caller, id);
    return here !== undefined || (await this.#envelope(caller, id)) !== undefined;
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
  const message = waitingText(envelope) ?? 'A person has to decide.';
  const { approval } = envelope;
  if (!asksUrls || approval === undefined) return { status: 'input_required', statusMessage: message };
  const params = { mode: 'url', message, url: approval.url, elicitationId: approval.id };
  const inputRequests = { approval: { method: 'elicitation/create', params } };
  return { status: 'input_required', statusMessage: message, inputRequests };
}

/** The id of the call that a result only says of that it waits for a person; undefined for any other result. */
export function waitingCall({ _meta, structuredContent }: CallToolResult): string | undefined {
  const waits = 'awaiting_approval';
  if (_meta?.['assay/status'] === waits) return String(_meta['assay/invocationId']);
  const { status, id } = (structuredContent ?? {}) as { status?: unknown; id?: unknown };
  return status === waits && typeof id === 'string' ? id : undefined;
}
