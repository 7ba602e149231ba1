import type { Members, Reply } from '@assay/gateway';
import { type Clock, isObject, type Random } from '@assay/kernel';
import type { AskClient } from './client-requests.js';
import type { Continuing, LiveTasks } from './tasks/live-tasks.js';
import { createdTask } from './tasks/task-view.js';

/** How long an unanswered question keeps its call waiting, in ms; how many calls may wait at once, and of one principal. */
const waitMs = 600_000;
/** How long the client of a call that may become a task waits for its result, in ms. */
const waitedForMs = 10_000;
const maxWaiting = 1_000;
const maxOfOne = 100;

/** Who asks for what: only the same may go on with a call. */
export interface Owner {
  readonly principal: string;
  readonly subject: string;
}

/** One request of the 2026-07-28 revision: the first of a call, or one that brings answers and goes on with it. */
export interface Leg {
  readonly owner: Owner;
  readonly requestState: string | undefined;
  readonly inputResponses: Members | undefined;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  notify(method: string, params: Members): void;
  /** Of a client that knows tasks: how a call goes on as one. */
  readonly task?: LegTask;
}

/** A leg whose call may go on without it. */
export interface LegTask {
  /** Of the call, where it is known before the call itself says so. */
  readonly id?: string;
  /** Makes it durable that a call goes on; false when it cannot be. */
  readonly adopt: (id: string) => Promise<boolean>;
}

/** What work is given to reach its client with, whichever leg that is on by then. */
export interface AtClient {
  readonly ask: AskClient;
  notify(method: string, params: Members): void;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** The call goes on as a task from here, where its client knows tasks: its request is answered with that. */
  readonly continues: (invocationId: string) => Promise<void>;
}

export type Work = (client: AtClient) => Promise<Reply>;

/**
 * Calls of the stateless revision that ask their client something. The question is the result of the request; the call
 * waits here until the client asks again with the answers, and nobody else can answer for it.
 */
export class SuspendedCalls {
  readonly #waiting = new Map<string, SuspendableCall>();
  readonly #clock: Clock;
  readonly #random: Pick<Random, 'token'>;
  readonly #tasks: LiveTasks | undefined;

  constructor(clock: Clock, random: Pick<Random, 'token'>, tasks?: LiveTasks) {
    this.#tasks = tasks;
    this.#clock = clock;
    this.#random = random;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Runs work, or goes on with it; the reply is its own, or a result that asks for further input. */
  async serve(leg: Leg, work: Work): Promise<Reply> {
    const { requestState, owner } = leg;
    const known = requestState === undefined ? undefined : this.#waiting.get(requestState);
    if (requestState !== undefined && (known === undefined || !isSame(known.owner, owner))) return unknownState;
    const call = known ?? new SuspendableCall(owner, work);
    if (requestState !== undefined) this.#waiting.delete(requestState);
    const stop = this.#takesLong(leg, call);
    const outcome = await call.during(leg).finally(stop);
    if ('task' in outcome) return this.#continue(call, outcome.task);
    return 'questions' in outcome ? this.#suspend(call, outcome.questions) : outcome;
  }

  /** Ends every call that waits. */
  close(): void {
    for (const call of this.#waiting.values()) call.abort();
    this.#waiting.clear();
  }

  /** A call that takes longer than a client should wait goes on as a task, where its client knows those. */
  #takesLong({ task }: Leg, call: SuspendableCall): () => void {
    const { id } = task ?? {};
    return id === undefined ? () => {} : this.#clock.after(waitedForMs, () => void call.continues(id));
  }

  #continue(call: SuspendableCall, id: string): Reply {
    if (this.#tasks === undefined) throw new Error('Nothing here becomes a task.');
    return { result: createdTask(this.#tasks.add(id, call.owner, call)) };
  }

  #suspend(call: SuspendableCall, inputRequests: Members): Reply {
    if (this.#isFull(call.owner)) {
      call.abort();
      return crowded;
    }
    const requestState = this.#random.token(24);
    this.#waiting.set(requestState, call);
    call.stopWaiting = this.#clock.after(waitMs, () => {
      this.#waiting.delete(requestState);
      call.abort();
    });
    return { result: { resultType: 'input_required', inputRequests, requestState } };
  }

  #isFull({ principal }: Owner): boolean {
    const own = [...this.#waiting.values()].filter((it) => it.owner.principal === principal).length;
    return own >= maxOfOne || this.#waiting.size >= maxWaiting;
  }
}

const isSame = (a: Owner, b: Owner): boolean => a.principal === b.principal && a.subject === b.subject;

const unknownState: Reply = {
  error: { code: -32_602, message: 'This requestState is no longer valid: send the request again.' },
};
const crowded: Reply = {
  error: { code: -32_603, message: 'Too many calls wait for answers: answer those, or try again later.' },
};
const goneReply: Reply = { error: { code: -32_603, message: 'The client has gone.' } };

interface Question {
  readonly request: Members;
  settle(reply: Reply): void;
}

type Outcome = Reply | { readonly questions: Members } | { readonly task: string };

/** One call, on whichever leg it is, or without one as a task. */
export class SuspendableCall implements AtClient, Continuing {
  readonly owner: Owner;
  stopWaiting: () => void = () => {};
  readonly #controller = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #work: Promise<Reply>;
  #leg: Leg | undefined;
  #asked = Promise.withResolvers<void>();
  readonly #task = Promise.withResolvers<string>();
  #isTask = false;
  /** Answers that came before their questions: a client may know them from an earlier call. */
  #early: Members = {};
  #last = 0;

  constructor(owner: Owner, work: Work) {
    this.owner = owner;
    // Begins with the first leg in place.
    this.#work = Promise.resolve().then(() => work(this));
    this.#work.catch(() => {});
  }

  get ended(): Promise<Reply> {
    return this.#work;
  }

  continues = async (id: string): Promise<void> => {
    if (this.#isTask || this.#leg?.task === undefined || !(await this.#leg.task.adopt(id))) return;
    this.#isTask = true;
    this.#task.resolve(id);
  };

  pending(): Members {
    return Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request]));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller.abort();
    for (const { settle } of [...this.#questions.values()]) settle(goneReply);
  }

  notify(method: string, params: Members): void {
    this.#leg?.notify(method, params);
  }

  ask: AskClient = (method, params, signal, wanted) => {
    if (signal.aborted || this.signal.aborted) return Promise.resolve(goneReply);
    this.#last += 1;
    const key = wanted === undefined || this.#questions.has(wanted) ? `question-${this.#last}` : wanted;
    const early = this.#early[key];
    if (isObject(early)) {
      this.#early = { ...this.#early, [key]: undefined };
      return Promise.resolve({ result: early });
    }
    return new Promise((resolve) => {
      const settle = (reply: Reply) => {
        signal.removeEventListener('abort', onAbort);
        this.#questions.delete(key);
        resolve(reply);
      };
      const onAbort = () => settle(goneReply);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#questions.set(key, { request: { method, params: embedded(params) }, settle });
      this.#asked.resolve();
    });
  };

  /** One leg: until the work is done, or something is asked that has no answer yet. */
  async during(leg: Leg): Promise<Outcome> {
    this.stopWaiting();
    this.#leg = leg;
    const onGone = () => this.abort();
    if (leg.signal.aborted) this.abort();
    leg.signal.addEventListener('abort', onGone, { once: true });
    try {
      if (leg.requestState === undefined) this.#early = leg.inputResponses ?? {};
      else this.answer(leg.inputResponses ?? {});
      return await this.#doneOrAsked();
    } finally {
      leg.signal.removeEventListener('abort', onGone);
      this.#leg = undefined;
    }
  }

  async #doneOrAsked(): Promise<Outcome> {
    for (;;) {
      const done = await Promise.race([this.#work, this.#asked.promise, this.#task.promise]);
      if (typeof done === 'string') return { task: done };
      if (done !== undefined) return done;
      // Whatever else is asked in the same turn goes with it.
      await new Promise((resolve) => setImmediate(resolve));
      this.#asked = Promise.withResolvers();
      if (this.#questions.size === 0) continue;
      return { questions: this.pending() };
    }
  }

  answer(responses: Members): void {
    for (const [key, { settle }] of [...this.#questions]) {
      const result = responses[key];
      if (isObject(result)) settle({ result });
    }
    if (this.#questions.size > 0) this.#asked.resolve();
  }
}

/** The stateless revision has no ids of elicitations: the request itself comes again. */
function embedded({ elicitationId: _id, ...params }: Members): Members {
  return params;
}
