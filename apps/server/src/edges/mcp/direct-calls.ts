import type { CallEvents, Members, Reply } from '@assay/gateway';
import { isObject, type Random, type SliceClock } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { abortOnDisconnect } from '../abort-on-disconnect.js';
import { type Notify, progressTo } from './call-client.js';
import { declaredInRequest } from './client-capabilities.js';
import { clientRequests } from './client-requests.js';
import type { McpCall } from './mcp-call.js';
import { resultMessage } from './message-text.js';
import {
  type PlainCall,
  plainSessionCall,
  plainStatelessCall,
  sessionTaskCall,
  type WiderCall,
  widerStatelessCall,
} from './plain-call.js';
import { type ServerInfo, statelessResult } from './server-info.js';
import { DirectAnswer } from './servers/direct-answer.js';
import type { Arrival } from './streamable-edge.js';
import type { SuspendedCalls } from './suspended-calls.js';
import type { EdgeTasks } from './tasks/edge-tasks.js';
import { beginSessionTask } from './tasks/session-task.js';
import type { ResultOfCall } from './tasks/task-calls.js';
import { declaresTasks, isTaskMethod } from './tasks/task-view.js';

type RequestId = PlainCall['id'];

/** Makes one call. */
export type MakeCall = (of: Pick<McpCall, 'signal' | 'id' | 'client' | 'events'>) => Promise<CallToolResult>;

export interface DirectParts {
  /** How a call is made; undefined when its answer is an error of the protocol, which the library words. */
  readonly callOf: (call: WiderCall, arrival: Arrival) => MakeCall | undefined;
  /** Whether calls under this name may go on as tasks. */
  readonly becomesTask: (name: string) => boolean;
  /** Shapes the result of a call that has ended as a task. */
  readonly resultOf: (arrival: Arrival) => ResultOfCall;
  /** How the server at an address names itself. */
  readonly infoOf: (subject: string) => ServerInfo;
  readonly tasks: EdgeTasks;
  readonly suspended: SuspendedCalls;
  readonly clock: SliceClock;
  readonly random: Pick<Random, 'uuid'>;
}

/**
 * Answers plain tool calls straight away, and what concerns tasks. Plain calls are what nearly every request is, and the
 * protocol's own machinery, made for streams, batches and questions back to the client, costs several times the call itself.
 */
export class DirectCalls {
  readonly #parts: DirectParts;
  /** Calls of sessions under way, by session and request id. */
  readonly #running = new Map<string, AbortController>();

  constructor(parts: DirectParts) {
    this.#parts = parts;
  }

  /** Answers a request that is one plain call, or about tasks; whether it was. */
  async answer(arrival: Arrival): Promise<boolean> {
    const { request, session, canBeAsked } = arrival;
    const { body } = request;
    if (isObject(body) && isTaskMethod(body.method)) return this.#aboutTasks(arrival);
    const plain = session === undefined ? plainStatelessCall(request) : plainSessionCall(request);
    const declared = session === undefined ? declaredInRequest(body) : {};
    if (plain === undefined || declaresTasks(declared)) {
      if (session !== undefined) this.#cancelRunning(session, body);
      return this.#maybeTask(declared, arrival);
    }
    const make = canBeAsked ? undefined : this.#parts.callOf(plain, arrival);
    if (make === undefined) return false;
    if (session === undefined) await this.#answerStateless(plain.id, make, arrival);
    else await this.#answerInSession(session, plain.id, make, arrival);
    return true;
  }

  async #answerInSession(session: string, id: RequestId, make: MakeCall, { reply }: Arrival): Promise<void> {
    const key = runningKey(session, id);
    const controller = abortOnDisconnect(reply);
    this.#running.set(key, controller);
    try {
      const text = resultMessage(id, await make({ signal: controller.signal }), this.#parts.clock);
      send(reply.header('mcp-session-id', session), typeof text === 'string' ? text : await text);
    } finally {
      // Unless another call has taken the same id meanwhile.
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** In this revision a client cancels by closing the connection. */
  async #answerStateless(id: RequestId, make: MakeCall, { reply, subject }: Arrival): Promise<void> {
    const result = await make({ signal: abortOnDisconnect(reply).signal });
    const text = resultMessage(id, statelessResult(result, this.#parts.infoOf(subject)), this.#parts.clock);
    send(reply, typeof text === 'string' ? text : await text);
  }

  #aboutTasks(arrival: Arrival): Promise<boolean> {
    const { tasks, infoOf, resultOf } = this.#parts;
    const capabilities = declaredInRequest(arrival.request.body);
    const info = infoOf(arrival.subject);
    return tasks.requests.answer({ ...arrival, capabilities, info, resultOf: resultOf(arrival) });
  }

  /** Answers a call that its client wants, or allows, to go on as a task. */
  async #maybeTask(declared: Members, arrival: Arrival): Promise<boolean> {
    const { request, session, caller } = arrival;
    const { callOf, becomesTask } = this.#parts;
    // A task belongs to somebody.
    const isAllowed = caller.principalId !== null && (session !== undefined || declaresTasks(declared));
    const read = session === undefined ? widerStatelessCall : sessionTaskCall;
    const call = isAllowed ? read(request) : undefined;
    const make = call && becomesTask(call.params.name) ? callOf(call, arrival) : undefined;
    if (call === undefined || make === undefined) return false;
    if (session === undefined) await this.#answerOrTask(call, make, declared, arrival);
    else await this.#answerWithTask(session, call.id, make, arrival);
    return true;
  }

  async #answerWithTask(session: string, requestId: RequestId, make: MakeCall, { caller, reply }: Arrival) {
    const { tasks, random } = this.#parts;
    const id = random.uuid();
    const work = async (signal: AbortSignal) => ({ result: { ...(await make({ signal, id })) } });
    const begun = await beginSessionTask({ id, caller, session, work }, tasks.live, tasks.calls);
    new DirectAnswer(reply, { 'mcp-session-id': session }).end(requestId, begun);
  }

  async #answerOrTask(call: WiderCall, make: MakeCall, declared: Members, arrival: Arrival): Promise<void> {
    const { tasks, suspended, random, infoOf, resultOf } = this.#parts;
    const { caller, reply, subject } = arrival;
    const { name, inputResponses, requestState, _meta } = call.params;
    const answer = new DirectAnswer(reply);
    const token = isObject(_meta) ? _meta.progressToken : undefined;
    const id = random.uuid();
    const leg = {
      owner: { principal: String(caller.principalId), subject: `${subject} ${name}` },
      ...{ requestState, inputResponses, task: tasks.legOf(caller, id) },
      signal: abortOnDisconnect(reply).signal,
      notify: (method: string, params: Members) => answer.notify({ jsonrpc: '2.0', method, params }),
    };
    const served = await suspended.serve(leg, async (client): Promise<Reply> => {
      const tell: Notify = (method, params) => client.notify(method, { ...params, progressToken: token });
      const events: CallEvents | undefined = token === undefined ? undefined : progressTo(tell);
      // The task says where a person decides: the call itself sends nobody there.
      const { elicitUrl: _sent, ...requests } = clientRequests(declared, client.ask) ?? {};
      const result = await make({ signal: client.signal, id, client: requests, ...(events && { events }) });
      return { result: { ...result } };
    });
    const replied = await tasks.requests.orTask(served, {
      caller,
      capabilities: declared,
      resultOf: resultOf(arrival),
    });
    const isResult = 'result' in replied;
    answer.end(call.id, isResult ? { result: statelessResult(replied.result, infoOf(subject)) } : replied);
  }

  /** Cancels the call a session's `notifications/cancelled` names; the protocol library sees the message too. */
  #cancelRunning(session: string, body: unknown): void {
    const message = body as { method?: unknown; params?: { requestId?: unknown } } | null;
    if (message?.method !== 'notifications/cancelled') return;
    this.#running.get(runningKey(session, message.params?.requestId))?.abort();
  }
}

const send = (reply: FastifyReply, text: string): void =>
  void reply.header('content-type', 'application/json').send(text);

/** Numbers and texts are different ids. */
const runningKey = (session: string, id: unknown): string => `${session} ${typeof id} ${String(id)}`;
