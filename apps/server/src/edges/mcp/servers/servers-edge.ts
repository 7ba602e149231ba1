import type { Entered } from '@assay/gateway';
import { isObject } from '@assay/kernel';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { version } from '../../../version.js';
import { abortOnDisconnect } from '../../abort-on-disconnect.js';
import { FailureException, unwrap } from '../../failure-exception.js';
import { traceOf } from '../../trace-id.js';
import { headerMismatch } from '../argument-headers.js';
import type { AdmitRequests, AdmittedAddress } from '../authorization/admit-requests.js';
import { answerMcpProblem } from '../authorization/challenge.js';
import type { McpResources } from '../authorization/mcp-resources.js';
import { declaredAtStart, declaredInRequest } from '../client-capabilities.js';
import { canBeAsked } from '../client-requests.js';
import { onceATurn } from '../once-a-turn.js';
import { requireOwnHost } from '../own-host.js';
import { type PlainCall, plainSessionCall, plainStatelessCall, sessionTaskCall } from '../plain-call.js';
import { isSessionful, sessionGone } from '../revision.js';
import { SessionTable } from '../session-table.js';
import { SuspendedCalls } from '../suspended-calls.js';
import { EdgeTasks, plainResultOf } from '../tasks/edge-tasks.js';
import { declaresTasks, isTaskMethod } from '../tasks/task-view.js';
import { DirectAnswer } from './direct-answer.js';
import { passedHeaderProblem } from './passed-call.js';
import type { ServersEdgePorts } from './ports.js';
import { refusal } from './rpc.js';
import { ServerSession } from './server-session.js';
import { type DoorRequest, StatelessDoor } from './stateless-door.js';

export interface ServersEdgeOptions {
  readonly ports: ServersEdgePorts;
  readonly log: Logger;
  readonly admission: Pick<AdmitRequests, 'run'>;
  readonly resources: McpResources;
  /** Whether a Host or Origin header may name this host. */
  readonly isOwnHost: (host: string) => boolean;
}

const sessionLimits = { idleMs: 30 * 60_000, cap: 1_024, capOfOne: 256 };
const doorLimits = { idleMs: 5 * 60_000, cap: 1_024, capOfOne: 256 };
/** A session unused for so long may be closed when another client finds no place, in ms. */
const yieldsAfterMs = 60_000;

/** Serves registered MCP servers whole at `/mcp/servers/{ns}/{server}`, in both revisions. Returns how to stop. */
export function serveMcpServers(fastify: FastifyInstance, options: ServersEdgeOptions): () => Promise<void> {
  const edge = new ServersEdge(options);
  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp/servers/:ns/:server',
    handler: (request, reply) =>
      edge.handle(request, reply).catch((error: unknown) => answerMcpProblem(error, request, reply, options)),
  });
  return () => edge.stop();
}

function nameIn({ params }: FastifyRequest): string {
  const { ns, server } = params as { ns: string; server: string };
  return `${ns}/${server}`;
}

class ServersEdge {
  readonly #options: ServersEdgeOptions;
  readonly #sessions: SessionTable<ServerSession>;
  readonly #doors: SessionTable<StatelessDoor>;
  readonly #suspended: SuspendedCalls;
  readonly #tasks: EdgeTasks;
  readonly #stopListening: readonly (() => void)[];

  constructor(options: ServersEdgeOptions) {
    this.#options = options;
    const { ports } = options;
    this.#sessions = new SessionTable(ports.clock, sessionLimits);
    this.#doors = new SessionTable(ports.clock, doorLimits);
    this.#tasks = new EdgeTasks(ports.taskCalls, ports.clock);
    this.#suspended = new SuspendedCalls(ports.clock, ports.random, this.#tasks.live);
    // Each client is notified to list again, and then sees what it may see.
    const tell = onceATurn(() => {
      for (const it of [...this.#sessions.all(), ...this.#doors.all()]) it.tellToolsChanged();
    });
    this.#stopListening = [ports.catalogue.revocations.listen(tell), ports.catalogue.listenToServers(tell)];
  }

  /** Every tool of a server is called. */
  readonly #address: AdmittedAddress = {
    openTools: new Set<string>(),
    isGrantedToAnyone: (request, anonymous) => this.#options.ports.enterServer.run(anonymous, nameIn(request)).ok,
    references: (request) => (name) =>
      this.#options.ports.catalogue
        .toolsOn(nameIn(request))
        .filter(({ versions }) => versions.some(({ manifest }) => manifest.endpoint.tool === name))
        .map(({ id }) => id),
  };

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { ports, isOwnHost, admission } = this.#options;
    requireOwnHost(request, isOwnHost);
    const asking = await admission.run(request, this.#address);
    const entered = unwrap(ports.enterServer.run(asking, nameIn(request)));
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') return this.#inSession(id, entered, request, reply);
    const plain = plainStatelessCall(request);
    if (plain !== undefined || !(await isSessionful(request))) return this.#stateless(entered, request, reply, plain);
    if (isObject(request.body) && request.body.method === 'initialize') return this.#begin(entered, request, reply);
    // Refused in the protocol's own words.
    const stranger = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => ports.random.uuid() });
    reply.hijack();
    await stranger.handleRequest(request.raw, reply.raw, request.body);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    this.#suspended.close();
    this.#tasks.live.close();
    await Promise.allSettled([this.#sessions.closeAll(), this.#doors.closeAll()]);
  }

  async #inSession(id: string, entered: Entered, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = this.#sessions.find(id, entered.caller);
    const arrived = { entered, ...traceOf(request) };
    if (session?.isWith(entered.server)) {
      const call = session.canBeAsked ? undefined : plainSessionCall(request);
      if (call !== undefined) return session.call(call, reply, arrived);
      const wanted = sessionTaskCall(request);
      if (wanted !== undefined) return session.callAsTask(wanted, this.#tasks, reply, arrived);
      if (await this.#aboutTasks(id, entered, request, reply)) return undefined;
    }
    reply.hijack();
    if (session === undefined || !session.isWith(entered.server)) {
      if (session !== undefined) {
        this.#sessions.remove(id);
        void session.close();
      }
      return sessionGone(reply);
    }
    if (request.method === 'GET') reply.raw.once('close', session.listens());
    await session.handle(request.raw, reply.raw, request.body, arrived);
  }

  /** Answers a request about tasks; whether it was one. */
  async #aboutTasks(session: string | undefined, entered: Entered, request: FastifyRequest, reply: FastifyReply) {
    const { body } = request;
    if (!isObject(body) || !isTaskMethod(body.method)) return false;
    const { caller, server } = entered;
    const info = { name: server.name, title: server.name, version };
    const capabilities = declaredInRequest(body);
    const about = { request, reply, caller, session, capabilities, info, resultOf: plainResultOf };
    return this.#tasks.requests.answer(about);
  }

  async #begin(entered: Entered, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { ports } = this.#options;
    const capabilities = declaredAtStart(request.body);
    let isBegun = false;
    const session = new ServerSession({
      ports,
      entered,
      capabilities,
      begun: (id) => {
        isBegun = true;
        this.#sessions.add(id, session);
      },
      ended: (id) => this.#sessions.remove(id),
    });
    const { signal } = abortOnDisconnect(reply);
    const first = await session.open(signal);
    const isCrowded = !first.ok && first.error.code === 'unavailable';
    const opened = isCrowded && this.#sessions.closeLongestIdle(yieldsAfterMs) ? await session.open(signal) : first;
    if (!opened.ok) throw new FailureException(opened.error);
    reply.hijack();
    try {
      await session.handle(request.raw, reply.raw, request.body, { entered, ...traceOf(request) });
    } finally {
      // Refused as no `initialize`: nobody could ever come back to it.
      if (!isBegun) await session.close();
    }
  }

  /** @param plain the request, when it is one plain call */
  async #stateless(
    entered: Entered,
    request: FastifyRequest,
    reply: FastifyReply,
    plain: PlainCall | undefined,
  ): Promise<void> {
    const { ports, log } = this.#options;
    const { caller, server } = entered;
    const key = `${caller.principalId} ${caller.client?.id ?? ''} ${server.id} ${server.updatedAt} ${entered.access}`;
    const known = this.#doors.find(key, caller);
    const door =
      known ??
      new StatelessDoor({
        ...{ ports, entered, suspended: this.#suspended, tasks: this.#tasks },
        onProblem: (error) => log.debug({ err: error }, 'mcp server'),
      });
    if (known === undefined) this.#doors.add(key, door);
    const { body } = request;
    const method = isObject(body) ? body.method : undefined;
    const extra: DoorRequest = { entered, ...traceOf(request), method, capabilities: declaredInRequest(body) };
    const { headers } = request;
    if (await this.#aboutTasks(undefined, entered, request, reply)) return undefined;
    const isPlain = !canBeAsked(extra.capabilities) && !declaresTasks(extra.capabilities);
    if (plain !== undefined && isPlain) return door.call(plain, { ...extra, headers }, reply);
    const params = isObject(body) && isObject(body.params) ? body.params : {};
    const problem = method === 'tools/call' ? passedHeaderProblem(ports, entered, params, headers) : undefined;
    if (problem !== undefined) {
      const id = isObject(body) ? (body.id as PlainCall['id']) : '';
      return new DirectAnswer(reply).end(id, refusal(headerMismatch, problem));
    }
    const isListening = method === 'subscriptions/listen';
    const filter = isListening ? params.notifications : undefined;
    const gone = isListening ? await door.listens(filter, extra) : undefined;
    reply.hijack();
    if (gone !== undefined) {
      if (reply.raw.closed) gone();
      else reply.raw.once('close', gone);
    }
    const auth = { token: '', clientId: caller.principalId ?? '', scopes: [...caller.scopes], extra: { ...extra } };
    const raw = Object.assign(request.raw, { auth });
    await door.handle(raw, reply.raw as never, body);
  }
}
