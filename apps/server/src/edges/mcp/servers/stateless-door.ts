import type { IncomingHttpHeaders } from 'node:http';
import type { Entered, Members, Reply, ServerAccess, ServerFace } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, isObject, type Result } from '@assay/kernel';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  LOG_LEVEL_META_KEY,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { abortOnDisconnect } from '../../abort-on-disconnect.js';
import { FailureException } from '../../failure-exception.js';
import type { TraceContext } from '../../trace-id.js';
import { notifying } from '../call-client.js';
import { canBeAsked } from '../client-requests.js';
import type { PlainCall } from '../plain-call.js';
import { statelessResult } from '../server-info.js';
import type { Kept } from '../session-table.js';
import type { AtClient, SuspendedCalls } from '../suspended-calls.js';
import { type EdgeTasks, plainResultOf } from '../tasks/edge-tasks.js';
import { taskCapabilities } from '../tasks/task-capabilities.js';
import { declaresTasks } from '../tasks/task-view.js';
import { DirectAnswer } from './direct-answer.js';
import { DoorLines, type Line } from './door-lines.js';
import { callPassedTool, listPassedTools } from './passed-call.js';
import type { ServersEdgePorts } from './ports.js';
import { failureReply, invalidParams, refusal } from './rpc.js';
import { isHeard, isPassed, passedFace, whyNotAsked } from './server-face.js';

export interface DoorParts {
  readonly ports: ServersEdgePorts;
  readonly entered: Entered;
  readonly suspended: SuspendedCalls;
  readonly tasks: EdgeTasks;
  readonly onProblem: (error: Error) => void;
}

/** What one request is served with; travels through the protocol library beside the request. */
export interface DoorRequest extends TraceContext {
  /** As its header names it. */
  readonly method: unknown;
  readonly entered: Entered;
  readonly capabilities: Members;
  /** Where they have not been looked at before: of plain calls. */
  readonly headers?: IncomingHttpHeaders;
}

/** A question of the server, as a conversation passes it on. */
interface Question {
  readonly method: string;
  readonly params: Members;
  readonly about: string | undefined;
  readonly signal: AbortSignal;
  readonly key: string | undefined;
}

/** How long a request that is no tool call may take, in ms. */
const passedMs = 60_000;

/**
 * One caller's way to a server in the 2026-07-28 revision, which has no sessions: its requests share conversations that
 * are kept for a while. A call that the server may ask something meanwhile has a conversation to itself, so that no
 * question reaches another call.
 */
export class StatelessDoor implements Kept {
  readonly caller: Caller;
  readonly handle: ReturnType<typeof toNodeHandler>;
  readonly #parts: DoorParts;
  readonly #handler: McpHttpHandler;
  readonly #lines: DoorLines;
  readonly #clients = new Map<string, AtClient>();
  #lastTag = 0;
  #listening = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.caller = parts.entered.caller;
    this.#handler = createMcpHandler((context) => this.#newServer(context), {
      legacy: 'reject',
      onerror: parts.onProblem,
    });
    this.handle = toNodeHandler(this.#handler);
    this.#lines = new DoorLines({
      begin: (end, signal) => parts.ports.beginConversation.run(parts.entered, end, signal),
      endOf: (capabilities, line) => ({
        capabilities,
        ask: (method, params, about, signal, key) => this.#ask(line(), { method, params, about, signal, key }),
        hear: (method, params, about) => this.#hear(line(), method, params, about),
      }),
    });
  }

  get isBusy(): boolean {
    return this.#clients.size > 0 || this.#listening > 0;
  }

  tellToolsChanged(): void {
    this.#handler.notify.toolsChanged();
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#handler.close(), this.#lines.close()]);
  }

  /**
   * A stream that listens for changes is about to open; what it watches is watched at the server until `stop`. No stream
   * watches more than so many resources.
   */
  async listens(filter: unknown, { entered, capabilities }: DoorRequest): Promise<() => void> {
    const uris = entered.access === 'whole' ? watchedIn(filter) : [];
    this.#listening += 1;
    const line = await this.#lines.share(capabilities);
    if (line.ok) await Promise.all(uris.map((uri) => this.#watch(line.value, uri, 1)));
    return () => {
      this.#listening -= 1;
      if (!line.ok) return;
      for (const uri of uris) void this.#watch(line.value, uri, -1);
      this.#lines.release(line.value);
    };
  }

  /** Answers one plain call of a client that cannot be asked anything, without the protocol library. */
  async call({ id, params }: PlainCall, request: DoorRequest, reply: FastifyReply): Promise<void> {
    const answer = new DirectAnswer(reply);
    const client: AtClient = {
      ask: () => Promise.resolve(refusal(-32_603, 'The client cannot be asked anything.')),
      notify: (method, said) => {
        // Only a request with a progress token gets progress.
        if (method !== 'notifications/progress') answer.notify({ jsonrpc: '2.0', method, params: said });
      },
      signal: abortOnDisconnect(reply).signal,
      continues: async () => {},
    };
    const line = await this.#lines.share(request.capabilities);
    if (!line.ok) return answer.end(id, failureReply(line.error));
    try {
      const { serverInfo } = line.value.conversation.face;
      const replied = await this.#call(line.value, params, request, client);
      answer.end(
        id,
        'error' in replied ? statelessError(replied) : { result: statelessResult(replied.result, serverInfo) },
      );
    } finally {
      this.#lines.release(line.value);
    }
  }

  async #watch(line: Line, uri: string, change: 1 | -1): Promise<void> {
    const before = line.watched.get(uri) ?? 0;
    line.watched.set(uri, before + change);
    if (before + change === 0) line.watched.delete(uri);
    if (before !== (change === 1 ? 0 : 1)) return;
    const method = change === 1 ? 'resources/subscribe' : 'resources/unsubscribe';
    await this.#pass(line, method, { uri }, this.#newTag(), new AbortController().signal);
  }

  async #newServer({ authInfo }: McpRequestContext): Promise<Server> {
    const request = authInfo?.extra as unknown as DoorRequest;
    const line = await this.#lines.share(request.capabilities);
    if (!line.ok) throw protocolError(failureReply(line.error));
    this.#lines.release(line.value);
    const { serverInfo, capabilities, instructions } = passedFace(line.value.conversation.face, request.entered.access);
    const server = new Server(serverInfo as unknown as ConstructorParameters<typeof Server>[0], {
      capabilities: { ...capabilities, ...taskCapabilities('stateless') } as NonNullable<ServerFace['capabilities']>,
      ...(instructions !== undefined && { instructions }),
    });
    // Without a handler the library answers that the method is not there, with the status that belongs to it.
    if (isServed(request.method, request.entered.access))
      server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
        const reply = await this.#serve(method, params, request, context as ServerContext);
        if ('error' in reply) throw protocolError(reply);
        return reply.result;
      };
    return server;
  }

  async #serve(method: string, params: Members, request: DoorRequest, context: ServerContext): Promise<Reply> {
    const { mcpReq } = context;
    const { entered, capabilities } = request;
    const { caller } = entered;
    const { ports, suspended, tasks } = this.#parts;
    if (method === 'tools/list') return listPassedTools(this.#parts.ports, entered);
    const leg = {
      owner: {
        principal: String(entered.caller.principalId),
        subject: [entered.server.id, method, params.name ?? params.uri].join(' '),
      },
      requestState: mcpReq.requestState() as string | undefined,
      inputResponses: mcpReq.inputResponses,
      signal: mcpReq.signal,
      notify: notifying(context),
      ...(declaresTasks(capabilities) && { task: tasks.legOf(caller, ports.random.uuid()) }),
    };
    const envelope: Members | undefined = mcpReq.envelope;
    const level = envelope?.[LOG_LEVEL_META_KEY];
    const reply = await suspended.serve(leg, (client) =>
      this.#work(method, params, { ...request, level, id: leg.task?.id }, client),
    );
    return tasks.requests.orTask(reply, { caller, capabilities, resultOf: plainResultOf });
  }

  async #work(
    method: string,
    params: Members,
    request: DoorRequest & { level: unknown; id: string | undefined },
    client: AtClient,
  ): Promise<Reply> {
    const { level } = request;
    const found = await this.#line(request, client);
    if (!found.ok) return failureReply(found.error);
    const line = found.value;
    try {
      if (level !== undefined && level !== line.logLevel) {
        line.logLevel = level;
        await this.#pass(line, 'logging/setLevel', { level }, this.#newTag(), client.signal);
      }
      if (method === 'tools/call') return await this.#call(line, params, request, client);
      return await this.#at(client, (tag) => this.#pass(line, method, params, tag, client.signal));
    } finally {
      this.#lines.release(line, client);
    }
  }

  #call(
    { conversation }: Line,
    params: Members,
    request: DoorRequest & { id?: string | undefined },
    client: AtClient,
  ): Promise<Reply> {
    const { entered, capabilities, traceId, baggage, headers, id } = request;
    const { ask, signal, continues } = client;
    return this.#at(client, (tag) =>
      callPassedTool(this.#parts.ports, params, {
        ...{ entered, conversation, tag, traceId, baggage, signal, capabilities },
        ask,
        ...(headers && { headers }),
        ...(id !== undefined && { id, continues }),
      }),
    );
  }

  /** A request under a tag by which its client is found. */
  async #at(client: AtClient, work: (tag: string) => Promise<Reply>): Promise<Reply> {
    const tag = this.#newTag();
    this.#clients.set(tag, client);
    try {
      return await work(tag);
    } finally {
      this.#clients.delete(tag);
    }
  }

  async #pass(line: Line, method: string, params: Members, tag: string, signal: AbortSignal): Promise<Reply> {
    const timer = new AbortController();
    const stop = this.#parts.ports.clock.after(passedMs, () => timer.abort('deadline'));
    const asked = { tag, signal: AbortSignal.any([signal, timer.signal]) };
    const reply = await line.conversation.request(method, params, asked).finally(stop);
    return reply.ok ? reply.value : failureReply(reply.error);
  }

  /** A conversation for a request; for a client that may be asked something out of the blue, one of its own. */
  async #line({ entered, capabilities }: DoorRequest, client: AtClient): Promise<Result<Line, Failure>> {
    const shared = await this.#lines.share(capabilities);
    const isAlone = !entered.server.stateless && canBeAsked(capabilities);
    if (!isAlone || !shared.ok || shared.value.conversation.face.asksInResults === true) return shared;
    this.#lines.release(shared.value);
    return this.#lines.alone(capabilities, client);
  }

  #ask(line: Line | undefined, { method, params, about, signal, key }: Question): Promise<Reply> {
    const client = line?.holder ?? (about === undefined ? undefined : this.#clients.get(about));
    const refused = whyNotAsked(method, line === undefined ? {} : (JSON.parse(line.declared) as Members));
    if (client === undefined || refused !== undefined)
      return Promise.resolve(refusal(-32_603, refused ?? 'No client is waiting for a response.'));
    return client.ask(method, params, signal, key);
  }

  #hear(line: Line | undefined, method: string, params: Members, about: string | undefined): void {
    if (!isHeard(method, this.#parts.entered.access)) return;
    const { notify } = this.#handler;
    if (method === 'notifications/tools/list_changed') notify.toolsChanged();
    else if (method === 'notifications/prompts/list_changed') notify.promptsChanged();
    else if (method === 'notifications/resources/list_changed') notify.resourcesChanged();
    else if (method === 'notifications/resources/updated') notify.resourceUpdated(String(params.uri));
    else (about === undefined ? line?.holder : this.#clients.get(about))?.notify(method, params);
  }

  #newTag(): string {
    this.#lastTag += 1;
    return `door-${this.#lastTag}`;
  }
}

const isServed = (method: unknown, access: ServerAccess): boolean =>
  method === 'tools/list' || method === 'tools/call' || isPassed(String(method), access);

/** Resources that one stream may watch. */
const maxWatched = 100;

/** @throws FailureException when there are too many */
function watchedIn(filter: unknown): string[] {
  const wanted = isObject(filter) && Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
  const uris = [...new Set(wanted.filter((it) => typeof it === 'string'))];
  if (uris.length <= maxWatched) return uris;
  throw new FailureException({
    code: 'invalid_request',
    message: `A stream watches at most ${maxWatched} resources, and this one names ${uris.length}: open several.`,
  });
}

/** This revision has no code of its own for a resource that is not found. */
const statelessError = ({ error }: Extract<Reply, { error: unknown }>): Reply => ({
  error: error.code === -32_002 ? { ...error, code: invalidParams } : error,
});

const protocolError = (reply: Reply): Error =>
  'error' in reply
    ? new ProtocolError(reply.error.code, reply.error.message, reply.error.data)
    : new Error('No error.');
