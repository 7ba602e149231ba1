import type { Members, Reply } from '@assay/gateway';
import type { Clock } from '@assay/kernel';
import { type TaskStatus, type TaskView, ttlMs } from './task-view.js';

/** A call that goes on without its request. */
export interface Continuing {
  /** Questions to its client that have no answer yet, by key. */
  pending(): Members;
  answer(responses: Members): void;
  abort(): void;
  readonly ended: Promise<Reply>;
}

export interface TaskOwner {
  readonly principal: string;
  /** In the 2025-11-25 revision: in which session it was made, whose tasks are listed. */
  readonly session?: string | undefined;
}

interface Held extends TaskOwner {
  readonly id: string;
  readonly call: Continuing;
  readonly createdAt: number;
  updatedAt: number;
  isCancelled: boolean;
  reply: Reply | undefined;
}

/** How many tasks there may be, and of one principal. */
const maxTasks = 2_000;
const maxOfOne = 200;

/** Tasks that this replica works on or ended lately. */
export class LiveTasks {
  readonly #tasks = new Map<string, Held>();

  constructor(private readonly clock: Clock) {}

  /** Whether there is a place for one more; that of a task that has ended is given away. */
  makeRoom(principal: string): boolean {
    const own = [...this.#tasks.values()].filter((it) => it.principal === principal);
    return this.#room(own, maxOfOne) && this.#room([...this.#tasks.values()], maxTasks);
  }

  add(id: string, { principal, session }: TaskOwner, call: Continuing): TaskView {
    const now = this.clock.now();
    const held: Held = {
      ...{ id, principal, session, call, createdAt: now, updatedAt: now, isCancelled: false },
      reply: undefined,
    };
    this.#tasks.set(id, held);
    void call.ended.then(
      (reply) => this.#ended(held, reply),
      () => this.#ended(held, { error: { code: -32_603, message: 'Internal error.' } }),
    );
    return viewOf(held);
  }

  find(id: string, principal: string): TaskView | undefined {
    const held = this.#own(id, principal);
    return held && viewOf(held);
  }

  /** The tasks of one session, the newest first. */
  list(principal: string, session: string): TaskView[] {
    const own = [...this.#tasks.values()].filter((it) => it.principal === principal && it.session === session);
    return own.reverse().map(viewOf);
  }

  /** Hands answers to a task; whether there is one. */
  answer(id: string, principal: string, responses: Members): boolean {
    const held = this.#own(id, principal);
    if (held === undefined) return false;
    held.updatedAt = this.clock.now();
    held.call.answer(responses);
    return true;
  }

  /** Cancels a task that has not ended; whether there is one. */
  cancel(id: string, principal: string): boolean {
    const held = this.#own(id, principal);
    if (held === undefined) return false;
    if (held.reply !== undefined || held.isCancelled) return true;
    held.isCancelled = true;
    held.updatedAt = this.clock.now();
    held.call.abort();
    return true;
  }

  /** Resolves when a task has ended; at once when it is not one of this replica. */
  async ended(id: string, principal: string): Promise<void> {
    await this.#own(id, principal)?.call.ended.catch(() => {});
  }

  close(): void {
    for (const { call } of this.#tasks.values()) call.abort();
    this.#tasks.clear();
  }

  #own(id: string, principal: string): Held | undefined {
    const held = this.#tasks.get(id);
    return held?.principal === principal ? held : undefined;
  }

  #ended(held: Held, reply: Reply): void {
    held.reply = reply;
    held.updatedAt = this.clock.now();
    this.clock.after(ttlMs, () => {
      if (this.#tasks.get(held.id) === held) this.#tasks.delete(held.id);
    });
  }

  #room(among: readonly Held[], limit: number): boolean {
    if (among.length < limit) return true;
    const over = among.find((it) => it.reply !== undefined);
    if (over !== undefined) this.#tasks.delete(over.id);
    return over !== undefined;
  }
}

function viewOf({ id, call, createdAt, updatedAt, isCancelled, reply }: Held): TaskView {
  const base = { id, createdAt, updatedAt };
  if (isCancelled) return { ...base, status: 'cancelled' };
  if (reply !== undefined) return { ...base, status: endedStatus(reply), reply };
  const inputRequests = call.pending();
  const isAsking = Object.keys(inputRequests).length > 0;
  return isAsking ? { ...base, status: 'input_required', inputRequests } : { ...base, status: 'working' };
}

const endedStatus = (reply: Reply): TaskStatus => ('error' in reply ? 'failed' : 'completed');
