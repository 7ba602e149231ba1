import { type Clock, err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { aborted, badAnswer, forgotten, lostInCall } from '../failures.js';
import type { JsonObject } from '../json-rpc.js';
import { type SessionAnswer, type SessionRequest, sessionLost } from '../session.js';
import type { Send } from './required-tasks.js';
import { briefly, intervalOf, pause } from './task-pace.js';

export interface RequestedTaskPorts {
  readonly label: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly send: Send;
}

/** How long the server is asked to keep the task, in ms from its creation. */
const ttlMs = 3_600_000;
/** So many questions about a task in a row may fail on the way to the server. */
const maxLost = 3;

/**
 * Calls a tool with a task (2025-11-25) and follows that to its end. The answer is the one of `tasks/result`, which is
 * that of the call itself. Once the task exists the request is never sent again: a server that is lost, or that no longer
 * knows the task, ends the call with an unknown outcome. Ending the call cancels the task.
 */
export async function callWithTask(
  request: SessionRequest,
  signal: AbortSignal,
  ports: RequestedTaskPorts,
): Promise<SessionAnswer> {
  const { label, send } = ports;
  const params = { ...request.params, task: { ttl: ttlMs } };
  const created = await send({ ...request, params }, signal);
  if (created === sessionLost || !created.ok) return created;
  const message = created.value as JsonObject;
  if (request.whole && isObject(message.error)) return created;
  const answer = (request.whole ? message.result : message) as JsonObject;
  // A server may answer such a call at once.
  if (!isObject(answer.task)) return created;
  const { taskId } = answer.task;
  if (typeof taskId !== 'string') return err(badAnswer(label, 'the task it made of the call has no id.'));
  const ended = await new RequestedTask(taskId, request, signal, ports).end(answer.task);
  if (signal.aborted) void send({ method: 'tasks/cancel', params: { taskId } }, briefly(ports.clock));
  return ended;
}

class RequestedTask {
  #lost = 0;
  /** The session is over: nothing can be asked on it. */
  #isGone = false;

  constructor(
    private readonly taskId: string,
    private readonly request: SessionRequest,
    private readonly signal: AbortSignal,
    private readonly ports: RequestedTaskPorts,
  ) {}

  async end(created: JsonObject): Promise<SessionAnswer> {
    const { signal } = this;
    const { label, clock } = this.ports;
    for (let state = created; ; ) {
      if (isOver(state.status)) return this.#result();
      if (state.status === 'cancelled') return err(badAnswer(label, 'it cancelled the task of the call.'));
      if (state.status === 'input_required') {
        // The server's questions come while this request waits.
        const answer = await this.#result();
        if (answer.ok || !this.#mayAskAgain(answer.error)) return answer;
      } else if (state.status !== 'working')
        return err(badAnswer(label, 'the state of the task it made of the call cannot be read.'));
      await pause(clock, intervalOf(state), signal);
      if (signal.aborted) return err(aborted(label, signal, 'unknown'));
      const next = await this.#get();
      if (!next.ok) return next;
      state = next.value ?? state;
    }
  }

  /** The state of the task; null when the server could not be asked this time. */
  async #get(): Promise<Result<JsonObject | null, Failure>> {
    const answer = await this.#send({ method: 'tasks/get', params: { taskId: this.taskId } });
    if (answer.ok) {
      this.#lost = 0;
      return ok(answer.value as JsonObject);
    }
    const { error } = answer;
    if (this.#mayAskAgain(error)) return ok(null);
    if (ends.has(error.code)) return answer;
    return err(forgotten(this.ports.label, error.message));
  }

  #result(): Promise<Result<unknown, Failure>> {
    const { onOther, whole } = this.request;
    const params = { taskId: this.taskId };
    return this.#send({ method: 'tasks/result', params, ...(onOther && { onOther }), ...(whole && { whole }) });
  }

  /** Whether a failure may be the way to the server's alone, and there were few of them in a row. */
  #mayAskAgain({ code }: Failure): boolean {
    if (code !== 'upstream_unavailable' || this.#isGone) return false;
    this.#lost += 1;
    return this.#lost < maxLost;
  }

  async #send(request: SessionRequest): Promise<Result<unknown, Failure>> {
    const { label, send } = this.ports;
    const answer = await send(request, this.signal);
    this.#isGone ||= answer === sessionLost;
    return afterCreation(label, answer);
  }
}

/** An answer about a task that exists: the tool may have acted, and nothing is sent to another session. */
export function afterCreation<T>(label: string, answer: Result<T, Failure> | typeof sessionLost): Result<T, Failure> {
  if (answer === sessionLost) return err(lostInCall(label, 'its session ended in the middle of a task'));
  if (answer.ok || answer.error.code !== 'upstream_unavailable') return answer;
  return err({ ...lostInCall(label, ''), message: `${answer.error.message} It was working on the call as a task.` });
}

/** Ends of a call that say enough by themselves. */
const ends: ReadonlySet<Failure['code']> = new Set(['cancelled', 'deadline_exceeded', 'upstream_unavailable']);

const isOver = (status: unknown): boolean => status === 'completed' || status === 'failed';
