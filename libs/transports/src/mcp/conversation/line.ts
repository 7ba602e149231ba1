import type { UpstreamAnswer } from '@assay/gateway';
import { err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import {
  type Client,
  type ClientCapabilities,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { explainedFailure } from '../explained.js';
import { unreachable } from '../failures.js';
import { connectFailure, type Handshake, shakeHands } from '../handshake.js';
import { HttpChannel } from '../http-channel.js';
import { isAnswer, type JsonObject } from '../json-rpc.js';
import { addressOf, labelOf, redacted, type SessionSurroundings } from '../open-session.js';
import type { SessionAnswer, SessionRequest } from '../session.js';
import { StdioPipe } from '../stdio-pipe.js';
import { withRequiredTasks } from '../tasks/with-required-tasks.js';
import type { ToolProcess } from '../tool-process.js';

/** A connection to one upstream on which every message can be seen. */
export interface Line {
  /** `ns/server`. */
  readonly label: string;
  /** The official client, which made the connection and keeps it. */
  readonly client: Client;
  /** Whether the upstream speaks the 2026-07-28 revision, without sessions. */
  readonly modern: boolean;
  /** What every request of that revision carries in `_meta`. */
  readonly meta: JsonObject | undefined;
  request(request: SessionRequest, signal: AbortSignal): Promise<SessionAnswer>;
  /** Sends what is not answered. */
  tell(message: JsonObject): void;
  /** Never throws. */
  close(): Promise<void>;
  /** What its command may reach; undefined for a server with an address. */
  readonly isolation: UpstreamAnswer['isolation'];
  /** Which setting of its isolation explains an error's text, for servers that are started; null when none does. */
  explain(text: string): string | null;
  /** A failure's message, with the secrets of the server's record out of it. */
  hide(failure: Failure): Failure;
}

/** Events of a line for its opener. */
export interface LineEvents {
  /** Requests and notifications that came on no request's own stream. */
  heard(message: JsonObject): void;
  ended(why: string): void;
}

export interface LineOptions {
  /** The connection of the caller whose own credential the line carries; absent when it is not a caller's own. */
  readonly connectionId?: string | undefined;
  readonly capabilities: ClientCapabilities;
  readonly events: LineEvents;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Opens a line to a server by its record. */
export function openLine(
  around: SessionSurroundings,
  server: Server,
  options: LineOptions,
): Promise<Result<Line, Failure>> {
  const { mcp } = server;
  if (mcp === null) return Promise.resolve(err(unreachable(labelOf(server), 'it is no MCP server.')));
  return 'url' in mcp ? overHttp(around, server, mcp, options) : overPipes(around, server, mcp, options);
}

type Address = NonNullable<Server['mcp']>;
type Remote = Extract<Address, { url: string }>;

const terminateMs = 1_000;

async function overHttp(
  around: SessionSurroundings,
  server: Server,
  mcp: Remote,
  options: LineOptions,
): Promise<Result<Line, Failure>> {
  const label = labelOf(server);
  const { url, headers } = addressOf(mcp);
  const open = () => new StreamableHTTPClientTransport(url, { fetch: around.fetch, requestInit: { headers } });
  try {
    const hands = await shakeHands(open, { ...options, events: null, identity: around.identity });
    const { transport, client } = hands;
    const { sessionId, protocolVersion } = transport;
    const onUnreachable = (detail: string) => options.events.ended(detail);
    const onOther = options.events.heard;
    const { modern } = hands;
    const channel = new HttpChannel({
      ...around,
      ...{ label, url, headers, sessionId, protocolVersion, modern, onOther, onUnreachable },
    });
    const tasks = withRequiredTasks(hands, { label, clock: around.clock }, (request, signal) =>
      channel.request(request, { signal }),
    );
    listenIn(hands, options.events, tasks.forget);
    return ok({
      ...shared(label, hands, mcp),
      isolation: undefined,
      explain: () => null,
      request: tasks.send,
      tell: (message) => void channel.tell(message),
      close: async () => {
        client.onclose = undefined;
        const stop = around.clock.after(terminateMs, () => void client.close());
        await transport.terminateSession().catch(() => {});
        stop();
        await client.close().catch(() => {});
      },
    });
  } catch (error) {
    return err(redacted(mcp, connectFailure(label, error)));
  }
}

async function overPipes(
  around: SessionSurroundings,
  server: Server,
  mcp: Exclude<Address, Remote>,
  options: LineOptions,
): Promise<Result<Line, Failure>> {
  const label = labelOf(server);
  const allowed = around.mayStart(server);
  if (!allowed.ok) return allowed;
  let tool: ToolProcess | null = null;
  const open = async () => {
    tool = await around.processes.start(server, { connectionId: options.connectionId ?? null });
    return new StdioPipe(label, tool, around, around.clock);
  };
  const explain = (text: string) => tool?.explain(text) ?? null;
  const why = (failure: Failure) => explainedFailure(redacted(mcp, failure), explain);
  try {
    const hands = await shakeHands(open, { ...options, events: null, identity: around.identity });
    const { transport: pipe, client } = hands;
    if (pipe.ended !== null) return err(why(unreachable(label, pipe.ended)));
    const tasks = withRequiredTasks(hands, { label, clock: around.clock }, (request, signal) =>
      pipe.request(request, { signal }),
    );
    listenIn(hands, options.events, tasks.forget);
    return ok({
      ...shared(label, hands, mcp),
      isolation: around.isolationOf(server),
      explain,
      request: tasks.send,
      tell: (message) => void pipe.send(message as unknown as JSONRPCMessage).catch(() => {}),
      close: async () => {
        client.onclose = undefined;
        await pipe.close();
      },
    });
  } catch (error) {
    return err(why(connectFailure(label, error)));
  }
}

const shared = <T extends StdioPipe | StreamableHTTPClientTransport>(
  label: string,
  { client, modern, meta }: Handshake<T>,
  mcp: Address,
) => ({ label, client, modern, meta, hide: (failure: Failure) => redacted(mcp, failure) });

/**
 * Sees every message before the official client does. The client keeps the answers to its own requests and, in the
 * stateless revision, the notifications of its subscriptions; everything else is handled here.
 */
function listenIn<T extends StdioPipe | StreamableHTTPClientTransport>(
  { transport, client, modern }: Handshake<T>,
  events: LineEvents,
  toolsChanged: () => void,
): void {
  const official = transport.onmessage;
  transport.onmessage = (message: JSONRPCMessage) => {
    if ('method' in message && message.method === 'notifications/tools/list_changed') toolsChanged();
    if (isObject(message) && !isAnswer(message)) events.heard(message);
    if (modern || (isObject(message) && isAnswer(message))) official?.(message);
  };
  client.onclose = () => events.ended('its connection ended');
}
