import type { Members, Reply } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, isObject } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortOnDisconnect } from '../../abort-on-disconnect.js';
import { canBeSent, declaredInRequest } from '../client-capabilities.js';
import { isJsonPost, statelessRevision } from '../plain-call.js';
import { type ServerInfo, statelessResult } from '../server-info.js';
import { DirectAnswer } from '../servers/direct-answer.js';
import { invalidParams, refusal } from '../servers/rpc.js';
import type { LiveTasks } from './live-tasks.js';
import { type ResultOfCall, type TaskCalls, waitingCall } from './task-calls.js';
import {
  createdTask,
  declaresTasks,
  detailedTask,
  isOver,
  legacyTask,
  relatedTask,
  type TaskView,
  tasksExtension,
} from './task-view.js';

export interface TaskArrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** The session it names, when that is there. */
  readonly session: string | undefined;
  /** What the client declared. */
  readonly capabilities: Members;
  readonly info: ServerInfo | Members;
  readonly resultOf: ResultOfCall;
}

interface Asked {
  readonly id: string | number;
  readonly method: string;
  readonly params: Members;
}

type Of = TaskArrival & Asked & { readonly principal: string; readonly signal: AbortSignal };
type Handler = (of: Of) => Promise<Reply>;

/** How often a task that another replica works on is looked at while its result is waited for, in ms. */
const lookEveryMs = 500;

/** Answers requests about tasks, of both revisions, without the protocol library: that knows those of one revision only. */
export class TaskRequests {
  readonly #stateless: Readonly<Record<string, Handler>>;
  readonly #sessionful: Readonly<Record<string, Handler>>;

  constructor(
    private readonly live: LiveTasks,
    private readonly calls: TaskCalls,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.#stateless = {
      'tasks/get': (of) => this.#shown(of, detailedTask),
      'tasks/update': (of) => this.#update(of),
      'tasks/cancel': (of) => this.#cancel(of, () => ({})),
    };
    this.#sessionful = {
      'tasks/get': (of) => this.#shown(of, legacyTask),
      'tasks/result': (of) => this.#result(of),
      'tasks/list': (of) => this.#list(of),
      'tasks/cancel': (of) => this.#cancel(of, legacyTask),
    };
  }

  /** Answers a request about tasks; whether it was one that is well formed. */
  async answer(arrival: TaskArrival): Promise<boolean> {
    const { request, reply, session, caller, capabilities, info } = arrival;
    const asked = session === undefined ? statelessRequest(request) : sessionRequest(request);
    const handlers = session === undefined ? this.#stateless : this.#sessionful;
    const handle = asked && Object.hasOwn(handlers, asked.method) ? handlers[asked.method] : undefined;
    if (asked === undefined || handle === undefined) return false;
    const answer = new DirectAnswer(reply, session === undefined ? {} : { 'mcp-session-id': session });
    if (session === undefined && !declaresTasks(capabilities)) answer.end(asked.id, needsExtension);
    else {
      const { signal } = abortOnDisconnect(reply);
      const replied = await handle({ ...arrival, ...asked, principal: String(caller.principalId), signal });
      const isResult = session === undefined && 'result' in replied;
      answer.end(asked.id, isResult ? { result: statelessResult(replied.result, info) } : replied);
    }
    return true;
  }

  /** A task of the caller, wherever it is worked on. */
  async find(
    { caller, capabilities, resultOf }: Pick<TaskArrival, 'caller' | 'capabilities' | 'resultOf'>,
    id: string,
  ): Promise<TaskView | undefined> {
    const live = this.live.find(id, String(caller.principalId));
    // Its request has been answered, and the call or run waits for a person.
    if (live !== undefined && !onlyWaits(live)) return live;
    return (await this.calls.find(caller, id, canBeSent(capabilities), resultOf)) ?? live;
  }

  /** A reply that only says that its call waits for a person, as a task for clients that know tasks. */
  async orTask(reply: Reply, arrival: Pick<TaskArrival, 'caller' | 'capabilities' | 'resultOf'>): Promise<Reply> {
    if (!declaresTasks(arrival.capabilities) || 'error' in reply) return reply;
    const id = waitingCall(reply.result as CallToolResult);
    const view = id === undefined ? undefined : await this.find(arrival, id);
    return view === undefined ? reply : { result: createdTask(view) };
  }

  async #list(of: Of): Promise<Reply> {
    const tasks = this.live.list(of.principal, of.session ?? '');
    const now = await Promise.all(tasks.map(async (it) => (onlyWaits(it) ? ((await this.find(of, it.id)) ?? it) : it)));
    return { result: { tasks: now.map(legacyTask) } };
  }

  async #shown(of: Of, wire: (view: TaskView) => Members): Promise<Reply> {
    const view = await this.find(of, String(of.params.taskId));
    return view === undefined ? unknownTask(of) : { result: wire(view) };
  }

  /** Answers are for those who ask; that a person has decided is looked at, whatever is said about it. */
  async #update(of: Of): Promise<Reply> {
    const { params, principal } = of;
    const id = String(params.taskId);
    if (!isObject(params.inputResponses)) return refusal(invalidParams, 'inputResponses has to be an object.');
    if (this.live.answer(id, principal, params.inputResponses)) return { result: {} };
    return (await this.find(of, id)) === undefined ? unknownTask(of) : { result: {} };
  }

  async #cancel(of: Of, wire: (view: TaskView) => Members): Promise<Reply> {
    const id = String(of.params.taskId);
    const view = await this.find(of, id);
    if (view === undefined) return unknownTask(of);
    if (isOver(view)) {
      if (of.session === undefined) return { result: {} };
      return refusal(invalidParams, `The task ${id} has ended: it is ${view.status}.`);
    }
    const live = this.live.find(id, of.principal);
    if (live !== undefined && !onlyWaits(live)) this.live.cancel(id, of.principal);
    else await this.calls.cancel(of.caller, id);
    return { result: wire({ ...view, status: 'cancelled' }) };
  }

  /** The result of a task's call, when it has ended. */
  async #result(of: Of): Promise<Reply> {
    const id = String(of.params.taskId);
    for (;;) {
      const view = await this.find(of, id);
      if (view === undefined) return unknownTask(of);
      if (view.reply !== undefined) return related(view.reply, id);
      if (isOver(view) || of.signal.aborted) return refusal(invalidParams, `The task ${id} was cancelled.`);
      await this.#pause(of.signal);
    }
  }

  #pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stop();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.clock.after(lookEveryMs, end);
      signal.addEventListener('abort', end, { once: true });
    });
  }
}

/** The request has its answer, which only says that a person is waited for. */
const onlyWaits = ({ reply }: TaskView): boolean =>
  reply !== undefined && 'result' in reply && waitingCall(reply.result as CallToolResult) !== undefined;

const needsExtension: Reply = {
  error: {
    code: -32_021,
    message: `Tasks need the extension ${tasksExtension}: declare it among the client's capabilities.`,
    data: { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
  },
};

const unknownTask = ({ params }: Asked): Reply =>
  refusal(invalidParams, `You have no task with the id "${String(params.taskId)}".`);

function related(reply: Reply, id: string): Reply {
  if ('error' in reply) return reply;
  const { _meta } = reply.result;
  return { result: { ...reply.result, _meta: { ...(isObject(_meta) ? _meta : {}), [relatedTask]: { taskId: id } } } };
}

/** A request of the stateless revision whose headers say what its body says; what is not well formed, the library refuses. */
function statelessRequest(request: FastifyRequest): Asked | undefined {
  const { headers } = request;
  const asked = headers['mcp-session-id'] === undefined ? sessionRequest(request) : undefined;
  if (asked === undefined || !isObject(asked.params._meta)) return undefined;
  const agree =
    headers['mcp-protocol-version'] === statelessRevision &&
    headers['mcp-method'] === asked.method &&
    headers['mcp-name'] === asked.params.taskId;
  return agree && declaredInRequest(request.body) !== undefined ? asked : undefined;
}

function sessionRequest(request: FastifyRequest): Asked | undefined {
  const { body } = request;
  if (!isJsonPost(request) || !isObject(body) || typeof body.method !== 'string') return undefined;
  const { id, method, params = {} } = body;
  if ((typeof id !== 'string' && typeof id !== 'number') || !isObject(params)) return undefined;
  return { id, method, params };
}
