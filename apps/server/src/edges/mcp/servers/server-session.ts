import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientEnd, Conversation, Entered, Members, Reply, ServerAccess } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, fail, isObject, ok, type Result } from '@assay/kernel';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import {
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import type { TraceContext } from '../../trace-id.js';
import { canBeAsked } from '../client-requests.js';
import type { PlainCall, WiderCall } from '../plain-call.js';
import type { Kept } from '../session-table.js';
import type { EdgeTasks } from '../tasks/edge-tasks.js';
import { beginSessionTask } from '../tasks/session-task.js';
import { maybeTask, taskCapabilities } from '../tasks/task-capabilities.js';
import { DirectAnswer } from './direct-answer.js';
import { callPassedTool, listPassedTools } from './passed-call.js';
import { PendingQuestions } from './pending-questions.js';
import type { ServersEdgePorts } from './ports.js';
import { failureReply, invalidParams, methodNotFound, refusal } from './rpc.js';
import { isHeard, isPassed, passedFace } from './server-face.js';

type RequestId = string | number;

export interface SessionParts {
  readonly ports: ServersEdgePorts;
  readonly entered: Entered;
  /** Declared in the client's `initialize`. */
  readonly capabilities: Members;
  /** The session has an id from now on. */
  begun(id: string): void;
  /** It ended, however it did. */
  ended(id: string): void;
}

/** What a request of a session came with: keys of one principal may allow different things. */
export interface Arrived extends TraceContext {
  readonly entered: Entered;
}

/** How long a request that is no tool call may take, in ms. */
const passedMs = 60_000;

/**
 * One client's session (2025-11-25) with a registered server: its messages pass to a conversation of its own, tool calls
 * through the stages of the gateway. Ids are this session's on both sides, so that nothing reaches another client.
 */
export class ServerSession implements Kept {
  readonly caller: Caller;
  readonly #parts: SessionParts;
  readonly #running = new Map<RequestId, Running>();
  readonly #questions: PendingQuestions;
  readonly #transport: NodeStreamableHTTPServerTransport;
  #conversation: Conversation | undefined;
  #listening = 0;
  #ended = false;
  #isLost = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.caller = parts.entered.caller;
    this.#questions = new PendingQuestions({
      capabilities: parts.capabilities,
      isListening: () => this.#listening > 0,
      send: (message, about) => this.#send(message, about),
    });
    this.#transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => parts.ports.random.uuid(),
      onsessioninitialized: parts.begun,
    });
    this.#transport.onmessage = (message, extra) =>
      this.#receive(message as unknown as Members, extra?.authInfo?.extra as unknown as Arrived);
    this.#transport.onclose = () => void this.close();
  }

  /** Its client can be asked something while a call is under way. */
  get canBeAsked(): boolean {
    return canBeAsked(this.#parts.capabilities);
  }

  get isBusy(): boolean {
    return this.#running.size > 0 || this.#listening > 0;
  }

  /** Begins the conversation; before this nothing else is done with the session. */
  async open(signal: AbortSignal): Promise<Result<null, Failure>> {
    const { ports, capabilities } = this.#parts;
    const end: ClientEnd = {
      capabilities,
      ask: (method, params, about, withdrawn) => this.#questions.ask(method, params, about, withdrawn),
      hear: (method, params, about) => {
        if (this.#mayHear(method)) this.#send({ jsonrpc: '2.0', method, params }, about);
      },
      ended: () => this.#lost(),
    };
    const opened = await ports.beginConversation.run(this.#parts.entered, end, signal);
    if (!opened.ok) return opened;
    if (this.#ended) {
      await opened.value.close();
      return endedAtOnce;
    }
    this.#conversation = opened.value;
    return ok(null);
  }

  /** One HTTP request of the client. */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown, arrived: Arrived): Promise<void> {
    const auth = { token: '', clientId: '', scopes: [], extra: { ...arrived } };
    await this.#transport.handleRequest(Object.assign(request, { auth }), response, body);
  }

  /** Begins one call that the client wants as a task. */
  async callAsTask({ id, params }: WiderCall, tasks: EdgeTasks, reply: FastifyReply, arrived: Arrived): Promise<void> {
    const { ports, capabilities } = this.#parts;
    const { entered, traceId, baggage } = arrived;
    const { task: _wanted, ...call } = params;
    const invocationId = ports.random.uuid();
    const tag = `task-${invocationId}`;
    const conversation = this.#conversation as Conversation;
    const session = String(this.#transport.sessionId);
    // Questions have no request to belong to: they go to clients that listen.
    const ask = (question: string, about: Members, withdrawn: AbortSignal) =>
      this.#questions.ask(question, about, undefined, withdrawn);
    const work = (signal: AbortSignal) =>
      callPassedTool(ports, call, {
        ...{ entered, conversation, tag, traceId, baggage, signal, capabilities, ask },
        ...{ id: invocationId, continues: async () => {} },
      });
    const begun = { id: invocationId, caller: entered.caller, session, work };
    const answered = await beginSessionTask(begun, tasks.live, tasks.calls);
    new DirectAnswer(reply, { 'mcp-session-id': session }).end(id, answered);
  }

  /** Answers one plain call without the protocol library. */
  call({ id, params }: PlainCall, reply: FastifyReply, arrived: Arrived): Promise<void> {
    const direct = new DirectAnswer(reply, { 'mcp-session-id': String(this.#transport.sessionId) });
    return this.#request({ ...arrived, id, method: 'tools/call', params }, direct);
  }

  /** A stream for what belongs to no request is open until `close` is called. */
  listens(): () => void {
    this.#listening += 1;
    return () => {
      this.#listening -= 1;
    };
  }

  /** Whether it was begun with this server, as its record is now. */
  isWith({ id, updatedAt }: Entered['server']): boolean {
    const { server } = this.#parts.entered;
    return id === server.id && updatedAt === server.updatedAt;
  }

  tellToolsChanged(): void {
    // Which tools it may see is looked at when it lists them.
    if (!holdsKey(this.caller, this.#parts.ports)) void this.close();
    else this.#send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }, undefined);
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    for (const { controller } of this.#running.values()) controller.abort();
    this.#questions.close();
    this.#leaveTable();
    await Promise.allSettled([this.#conversation?.close(), this.#transport.close()]);
  }

  /** A stream may outlive what its client was granted, and the key that it came with. */
  #mayHear(method: string): boolean {
    const { ports, entered } = this.#parts;
    const { namespace, name } = entered.server;
    const now = ports.enterServer.run(this.caller, `${namespace}/${name}`);
    const mayStay = now.ok && holdsKey(this.caller, ports);
    if (!mayStay) void this.close();
    return mayStay && isHeard(method, now.value.access);
  }

  /**
   * The conversation with the server is over. No request finds the session from now on, so that a busy client is sent to
   * initialise again however many calls it has under way; those are answered first.
   */
  #lost(): void {
    this.#isLost = true;
    this.#leaveTable();
    if (this.#running.size === 0) void this.close();
  }

  #leaveTable(): void {
    const { sessionId } = this.#transport;
    if (sessionId !== undefined) this.#parts.ended(sessionId);
  }

  #receive(message: Members, arrived: Arrived): void {
    const { id, method } = message;
    const params = isObject(message.params) ? message.params : {};
    if (typeof method !== 'string') this.#questions.answer(message);
    else if (typeof id === 'string' || typeof id === 'number') void this.#request({ ...arrived, id, method, params });
    else if (method === 'notifications/cancelled') this.#running.get(params.requestId as RequestId)?.controller.abort();
    else if (method !== 'notifications/initialized') this.#conversation?.notify(method, params);
  }

  async #request(asked: Omit<AskedFor, 'signal'>, direct?: DirectAnswer): Promise<void> {
    const { id } = asked;
    const end = (reply: Reply): void => (direct === undefined ? this.#reply(id, reply) : direct.end(id, reply));
    if (this.#running.has(id)) return end(refusal(invalidParams, `Another request ${id} is under way.`));
    const controller = new AbortController();
    this.#running.set(id, { controller, direct });
    try {
      const reply = await this.#answer({ ...asked, signal: controller.signal });
      // A client that cancelled expects no answer; one that waits for a response gets one.
      if (direct !== undefined || !controller.signal.aborted) end(reply);
    } catch {
      end(failureReply({ code: 'internal', message: 'Internal error.' }));
    } finally {
      this.#running.delete(id);
      if (this.#isLost && this.#running.size === 0) void this.close();
    }
  }

  async #answer({ id, method, params, traceId, baggage, entered, signal }: AskedFor): Promise<Reply> {
    const conversation = this.#conversation as Conversation;
    const { ports, capabilities } = this.#parts;
    const { access } = entered;
    if (method === 'initialize') return this.#initialized(params, access);
    if (method === 'ping') return { result: {} };
    if (method === 'tools/list') return listPassedTools(ports, entered, maybeTask);
    const tag = tagOf(id);
    if (method === 'tools/call') {
      const ask = (question: string, about: Members, withdrawn: AbortSignal) =>
        this.#questions.ask(question, about, tag, withdrawn);
      const passing = { entered, conversation, tag, traceId, baggage, signal, capabilities, ask };
      return callPassedTool(ports, params, passing);
    }
    if (!isPassed(method, access)) return refusal(methodNotFound, `${method} is not served here.`);
    const timer = new AbortController();
    const stop = ports.clock.after(passedMs, () => timer.abort('deadline'));
    const asked = { tag, signal: AbortSignal.any([signal, timer.signal]) };
    const reply = await conversation.request(method, params, asked).finally(stop);
    return reply.ok ? reply.value : failureReply(reply.error);
  }

  #initialized({ protocolVersion }: Members, access: ServerAccess): Reply {
    const face = passedFace((this.#conversation as Conversation).face, access);
    const known = typeof protocolVersion === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion);
    const capabilities = { ...face.capabilities, ...taskCapabilities('sessionful') };
    return { result: { protocolVersion: known ? protocolVersion : LATEST_PROTOCOL_VERSION, ...face, capabilities } };
  }

  #reply = (id: RequestId, reply: Reply): void => this.#send({ jsonrpc: '2.0', id, ...reply }, undefined);

  /** On the stream of the request it belongs to, as long as that is open. */
  #send(message: Members, about: string | undefined): void {
    const relatedRequestId = about === undefined || about.startsWith('task-') ? undefined : idOf(about);
    const running = relatedRequestId === undefined ? undefined : this.#running.get(relatedRequestId);
    const options = relatedRequestId === undefined || running === undefined ? {} : { relatedRequestId };
    if (running?.direct !== undefined) running.direct.notify(message);
    else void this.#transport.send(message as unknown as JSONRPCMessage, options).catch(() => {});
  }
}

/** A request under way. */
interface Running {
  readonly controller: AbortController;
  /** Where it is answered without the protocol library. */
  readonly direct: DirectAnswer | undefined;
}

interface AskedFor extends Arrived {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
  readonly signal: AbortSignal;
}

/** Numbers and texts are different ids. */
const tagOf = (id: RequestId): string => `${typeof id === 'number' ? 'n' : 's'}${id}`;
const idOf = (tag: string): RequestId => (tag.startsWith('n') ? Number(tag.slice(1)) : tag.slice(1));

const endedAtOnce = fail('upstream_unavailable', 'The server closed the connection on start: try again.', {
  outcome: 'none',
});

/** Whether the key a caller came with is still good; a token is looked at again with its next request. */
function holdsKey({ keyId }: Caller, { directory, clock }: Pick<ServersEdgePorts, 'directory' | 'clock'>): boolean {
  if (keyId === undefined) return true;
  const key = directory.key(keyId);
  return key !== undefined && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > clock.now());
}
