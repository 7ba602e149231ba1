import type { Reply } from '@assay/gateway';
import { err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { readError } from '../conversation/read-error.js';
import type { AskOne } from '../conversation/rounds.js';
import { badAnswer, forgotten } from '../failures.js';
import type { JsonObject } from '../json-rpc.js';
import { intervalOf } from './task-pace.js';

export interface UpstreamTaskPorts {
  readonly label: string;
  request(method: string, params: JsonObject): Promise<Result<Reply, Failure>>;
  /** Cancels at the server, which may be gone. Never throws. */
  cancel(taskId: string): void;
  readonly ask: AskOne;
  /** Resolves after so many ms, or when the call is over. */
  pause(ms: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Questions of one task. */
const maxQuestions = 64;

/**
 * Follows a task that a server made of a call (extension `io.modelcontextprotocol/tasks`) to its end: the reply is the
 * task's result or error. Each question is asked of the client once, and its answer delivered when it comes. Ending the
 * call cancels the task.
 */
export async function untilTaskEnds(created: JsonObject, ports: UpstreamTaskPorts): Promise<Result<Reply, Failure>> {
  const { taskId } = created;
  if (typeof taskId !== 'string') return err(badAnswer(ports.label, 'the task it made of the call has no id.'));
  const questions = new Questions(taskId, ports);
  for (let task = created; ; ) {
    const ended = endOf(task, ports.label);
    if (ended !== undefined) return ended;
    if (task.status === 'input_required') questions.take(task.inputRequests);
    await Promise.race([ports.pause(intervalOf(task)), questions.answered()]);
    if (ports.signal.aborted) ports.cancel(taskId);
    const reply = await ports.request('tasks/get', { taskId });
    if (!reply.ok) return reply;
    if ('error' in reply.value) return err(forgotten(ports.label, reply.value.error.message));
    task = reply.value.result;
  }
}

function endOf(task: JsonObject, label: string): Result<Reply, Failure> | undefined {
  const { status, result, error } = task;
  if (status === 'working' || status === 'input_required') return undefined;
  if (status === 'cancelled') return ok({ error: { code: -32_603, message: 'The server cancelled the task.' } });
  if (status === 'failed' && isObject(error)) return ok({ error: readError(error) });
  if (status !== 'completed' || !isObject(result))
    return err(badAnswer(label, 'the state of the task it made of the call cannot be read.'));
  const { resultType: _complete, ...rest } = result;
  return ok({ result: rest });
}

class Questions {
  readonly #asked = new Set<string>();
  #answered = Promise.withResolvers<void>();

  constructor(
    private readonly taskId: string,
    private readonly ports: UpstreamTaskPorts,
  ) {}

  /** Resolves when an answer has been delivered since this was asked last. */
  answered = (): Promise<void> => {
    this.#answered = Promise.withResolvers();
    return this.#answered.promise;
  };

  take(inputRequests: unknown): void {
    if (!isObject(inputRequests)) return;
    for (const [key, request] of Object.entries(inputRequests)) {
      if (this.#asked.has(key) || this.#asked.size >= maxQuestions || !isObject(request)) continue;
      this.#asked.add(key);
      void this.#ask(key, request);
    }
  }

  async #ask(key: string, { method, params }: JsonObject): Promise<void> {
    const { ask, request, cancel } = this.ports;
    const reply = await ask(String(method), isObject(params) ? params : {}, key);
    if ('error' in reply) cancel(this.taskId);
    else await request('tasks/update', { taskId: this.taskId, inputResponses: { [key]: reply.result } });
    this.#answered.resolve();
  }
}
