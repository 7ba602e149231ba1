import type { UpstreamAnswer } from '@assay/gateway';
import { type Clock, err, type Failure, isObject, type LanguageModel, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Agent } from 'undici';
import type { Fetch } from '../egress/guarded-fetch.js';
import { explainedFailure } from './explained.js';
import { unreachable } from './failures.js';
import { connectFailure, type Handshake, type HandshakeOptions, shakeHands } from './handshake.js';
import { HttpChannel } from './http-channel.js';
import type { JsonObject } from './json-rpc.js';
import type { LivingProcesses } from './living-processes.js';
import { ProgressBoard } from './progress-board.js';
import { redactor, secretsOf } from './redact.js';
import type { UpstreamSession } from './session.js';
import { StdioPipe } from './stdio-pipe.js';
import { type CallsWithTasks, withTasks } from './tasks/with-tasks.js';
import type { ToolProcess } from './tool-process.js';

/** What every session of this process needs. */
export interface SessionSurroundings {
  readonly clock: Clock;
  readonly processes: LivingProcesses;
  /** Checked right before a process is started for a server. */
  readonly mayStart: (server: Server) => Result<null, Failure>;
  /** What a server's command may reach, for provenance; undefined for a server with an address. */
  readonly isolationOf: (server: Server) => UpstreamAnswer['isolation'];
  /** The model that a started server may ask while it serves a call; null when it may ask none. */
  readonly modelFor: (server: Server) => LanguageModel | null;
  /** For the calls themselves. */
  readonly dispatcher: Agent;
  /** For the official client: handshake and the stream of notifications. */
  readonly fetch: Fetch;
  readonly identity: { readonly name: string; readonly version: string };
  readonly maxBytes: number;
  readonly maxNesting: number;
  /** How long a process that let a deadline pass has to answer a ping before it is replaced. */
  readonly pingMs: number;
}

export interface OpenFailure extends Failure {
  /** What the process wrote to its standard error, without secrets; for the server's owner only. */
  readonly ownerDetail?: string;
}

/** How long opening may take, what ends it early, and who hears of the session afterwards. */
export interface OpenOptions extends Omit<HandshakeOptions, 'identity'> {
  /** The connection of the caller whose own credential the session carries; absent when it serves others, too. */
  readonly connectionId?: string | undefined;
}

export type OpenSession = (server: Server, options: OpenOptions) => Promise<Result<UpstreamSession, OpenFailure>>;

/** Opens sessions to MCP servers, by their records. */
export function sessionOpener(surroundings: SessionSurroundings): OpenSession {
  return async (server, options) => {
    const { mcp } = server;
    if (mcp === null) return err(unreachable(labelOf(server), 'it is no MCP server.'));
    const allowed = surroundings.mayStart(server);
    if (!allowed.ok) return allowed;
    return 'url' in mcp
      ? openHttp(surroundings, labelOf(server), mcp, options)
      : openStdio(surroundings, server, mcp, options);
  };
}

type McpAddress = NonNullable<Server['mcp']>;
type Remote = Extract<McpAddress, { url: string }>;

export const labelOf = (server: Server): string => `${server.namespace}/${server.name}`;

const terminateMs = 1_000;

async function openHttp(
  around: SessionSurroundings,
  label: string,
  mcp: Remote,
  options: OpenOptions,
): Promise<Result<UpstreamSession, OpenFailure>> {
  const { url, headers } = addressOf(mcp);
  const open = () => new StreamableHTTPClientTransport(url, { fetch: around.fetch, requestInit: { headers } });
  try {
    let tasks: CallsWithTasks | undefined;
    const events = noticing(options.events, () => tasks?.forget());
    const hands = await shakeHands(open, { ...options, events, identity: around.identity, followsTasks: true });
    const { transport, client, modern, meta } = hands;
    const board = new ProgressBoard();
    hearProgress(transport, board);
    const channel = new HttpChannel({
      ...around,
      label,
      url,
      headers,
      sessionId: transport.sessionId,
      protocolVersion: transport.protocolVersion,
      modern,
      onOther: (message) => board.takeProgress(message) || forward(hands, message),
      onUnreachable: (detail) => options.events?.ended(detail),
    });
    tasks = withTasks(hands, { label, clock: around.clock }, (request, signal) => channel.request(request, { signal }));
    const { send } = tasks;
    let closing: Promise<void> | null = null;
    const close = async () => {
      const stop = around.clock.after(terminateMs, () => void client.close());
      await transport.terminateSession().catch(() => {});
      stop();
      await client.close().catch(() => {});
    };
    return ok({
      peer: peerOf(hands),
      request: async (request, deadline) => {
        const { params: asked, onProgress, ...rest } = request;
        const answer = await board.during(withMeta(asked, meta), onProgress, (params) =>
          send({ ...rest, params }, deadline.signal),
        );
        return typeof answer === 'symbol' || answer.ok ? answer : err(redacted(mcp, answer.error));
      },
      close: () => {
        closing ??= close();
        return closing;
      },
    });
  } catch (error) {
    return err(redacted(mcp, connectFailure(label, error)));
  }
}

async function openStdio(
  around: SessionSurroundings,
  server: Server,
  mcp: Exclude<McpAddress, Remote>,
  options: OpenOptions,
): Promise<Result<UpstreamSession, OpenFailure>> {
  const label = labelOf(server);
  let tool: ToolProcess | null = null;
  const open = async () => {
    tool = await around.processes.start(server, { connectionId: options.connectionId ?? null });
    return new StdioPipe(label, tool, around, around.clock);
  };
  const hide = redactor(secretsOf(mcp));
  const notes = () => [hide(tool?.stderr ?? '').trim(), tool?.explain() ?? ''].filter(Boolean).join('\n');
  try {
    const model = around.modelFor(server);
    let tasks: CallsWithTasks | undefined;
    const events = noticing(options.events, () => tasks?.forget());
    const hands = await shakeHands(open, { ...options, events, identity: around.identity, model, followsTasks: true });
    const { transport: pipe, client, meta } = hands;
    const board = new ProgressBoard();
    pipe.intercept = (message) => board.takeProgress(message);
    const probe = liveness(hands, around.pingMs);
    tasks = withTasks(hands, { label, clock: around.clock }, (request, signal) => pipe.request(request, { signal }));
    const { send } = tasks;
    if (pipe.ended !== null) return err({ ...unreachable(label, pipe.ended), ownerDetail: notes() });
    client.onclose = () => options.events?.ended([pipe.ended ?? '', notes()].join('\n').trim());
    return ok({
      peer: peerOf(hands),
      request: async ({ method, params: asked, onProgress }, deadline) => {
        const answer = await board.during(withMeta(asked, meta), onProgress, (params) =>
          send({ method, params }, deadline.signal),
        );
        if (typeof answer !== 'symbol' && !answer.ok && answer.error.code === 'deadline_exceeded') void probe();
        return typeof answer === 'symbol' || answer.ok ? answer : err(redacted(mcp, answer.error));
      },
      explain: (text) => tool?.explain(text) ?? null,
      close: async () => {
        client.onclose = undefined;
        await pipe.close();
      },
    });
  } catch (error) {
    // An isolation setting that kept the process from starting is shown to callers who can change it; it is no secret.
    const failure = explainedFailure(
      redacted(mcp, connectFailure(label, error)),
      (text) => tool?.explain(text) ?? null,
    );
    return err({ ...failure, ownerDetail: notes() });
  }
}

/** A name and password in the address travel as a header, as browsers do it; the Fetch API refuses them elsewhere. */
export function addressOf({ url: text, headers = {} }: Remote) {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, headers };
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { url, headers: { authorization: `Basic ${pair}`, ...headers } };
}

/**
 * Asks a silent process whether it still listens, and ends its session when it does not and nobody else waits for it.
 * The 2026-07-28 revision has no ping.
 */
function liveness({ client, transport, modern }: Handshake<StdioPipe>, pingMs: number): () => Promise<void> {
  let asking = false;
  return async () => {
    if (asking || modern) return;
    asking = true;
    const listens = await client.ping({ timeout: pingMs }).then(
      () => true,
      () => false,
    );
    asking = false;
    if (!listens && transport.idle) await transport.close('it stopped answering');
  };
}

const peerOf = ({ client }: Handshake<StdioPipe | StreamableHTTPClientTransport>) => {
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  return { name, version };
};

const withMeta = (params: JsonObject, meta: JsonObject | undefined): JsonObject =>
  meta === undefined ? params : { ...params, _meta: { ...(params._meta as JsonObject | undefined), ...meta } };

/** The events of a session, with a change of its tools noticed first. */
const noticing = (events: OpenOptions['events'], changed: () => void): OpenOptions['events'] =>
  events && {
    ...events,
    toolsChanged: () => {
      changed();
      events.toolsChanged();
    },
    ended: (detail) => events.ended(detail),
  };

/** Progress of a task may come on the session's own stream, which is the official client's. */
function hearProgress(transport: StreamableHTTPClientTransport, board: ProgressBoard): void {
  const official = transport.onmessage;
  transport.onmessage = (message) => {
    if (!isObject(message) || !board.takeProgress(message)) official?.(message);
  };
}

/** Gives the official client a message that came on one of our own streams. */
function forward({ transport }: Handshake<StreamableHTTPClientTransport>, message: JsonObject): void {
  transport.onmessage?.(message as unknown as JSONRPCMessage);
}

export function redacted(mcp: McpAddress, failure: Failure): Failure {
  const hide = redactor(secretsOf(mcp));
  return { ...failure, message: hide(failure.message) };
}
