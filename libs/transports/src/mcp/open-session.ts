import type { Clock, Failure, Result, Server } from '@assay/core';
import { err, ok } from '@assay/core';
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Agent } from 'undici';
import type { Fetch } from '../egress/guarded-fetch.js';
import { unreachable } from './failures.js';
import { connectFailure, type Handshake, shakeHands } from './handshake.js';
import { HttpChannel } from './http-channel.js';
import type { JsonObject } from './json-rpc.js';
import type { LivingProcesses } from './living-processes.js';
import { redactor, secretsOf } from './redact.js';
import type { SessionEvents, UpstreamSession } from './session.js';
import { StdioPipe } from './stdio-pipe.js';
import type { ToolProcess } from './tool-process.js';

/** What every session of this process needs. */
export interface SessionSurroundings {
  readonly clock: Clock;
  readonly processes: LivingProcesses;
  /** For the calls themselves. */
  readonly dispatcher: Agent;
  /** For the official client: handshake and the stream of notifications. */
  readonly fetch: Fetch;
  readonly identity: { readonly name: string; readonly version: string };
  readonly maxBytes: number;
  readonly maxNesting: number;
}

export interface OpenFailure extends Failure {
  /** What the process wrote to its standard error, without secrets; for the server's owner only. */
  readonly ownerDetail?: string;
}

export type OpenSession = (
  server: Server,
  events: SessionEvents | null,
  signal: AbortSignal,
  timeoutMs: number,
) => Promise<Result<UpstreamSession, OpenFailure>>;

/** Opens sessions to MCP servers, by their records. */
export function sessionOpener(surroundings: SessionSurroundings): OpenSession {
  return (server, events, signal, timeoutMs) =>
    'url' in server.mcp
      ? openHttp(surroundings, server, server.mcp, events, signal, timeoutMs)
      : openStdio(surroundings, server, server.mcp, events, signal, timeoutMs);
}

export const labelOf = (server: Server): string => `${server.namespace}/${server.name}`;

const terminateMs = 1_000;

async function openHttp(
  around: SessionSurroundings,
  server: Server,
  mcp: Extract<Server['mcp'], { url: string }>,
  events: SessionEvents | null,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Result<UpstreamSession, OpenFailure>> {
  const label = labelOf(server);
  const { url, headers } = addressOf(mcp);
  const open = () => new StreamableHTTPClientTransport(url, { fetch: around.fetch, requestInit: { headers } });
  try {
    const hands = await shakeHands(open, around.identity, events, signal, timeoutMs);
    const { transport, client, modern, meta } = hands;
    const channel = new HttpChannel({
      ...around,
      label,
      url,
      headers,
      sessionId: transport.sessionId,
      protocolVersion: transport.protocolVersion,
      modern,
      onOther: (message) => forward(hands, message),
      onUnreachable: (detail) => events?.ended(detail),
    });
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
        const answer = await channel.request({ ...request, params: withMeta(request.params, meta) }, deadline);
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
  mcp: Extract<Server['mcp'], { command: string }>,
  events: SessionEvents | null,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Result<UpstreamSession, OpenFailure>> {
  const label = labelOf(server);
  let tool: ToolProcess | null = null;
  const open = () => {
    tool = around.processes.start(mcp);
    return new StdioPipe(label, tool, around, around.clock);
  };
  const notes = () => redactor(secretsOf(mcp))(tool?.stderr ?? '').trim();
  try {
    const hands = await shakeHands(open, around.identity, events, signal, timeoutMs);
    const { transport: pipe, client, meta } = hands;
    if (pipe.ended !== null) return err({ ...unreachable(label, pipe.ended), ownerDetail: notes() });
    client.onclose = () => events?.ended([pipe.ended ?? '', notes()].join('\n').trim());
    return ok({
      peer: peerOf(hands),
      request: async ({ method, params }, deadline) => {
        const answer = await pipe.request(method, withMeta(params, meta), deadline);
        return typeof answer === 'symbol' || answer.ok ? answer : err(redacted(mcp, answer.error));
      },
      close: async () => {
        client.onclose = undefined;
        await pipe.close();
      },
    });
  } catch (error) {
    return err({ ...redacted(mcp, connectFailure(label, error)), ownerDetail: notes() });
  }
}

/** A name and password in the address travel as a header, as browsers do it; the Fetch API refuses them elsewhere. */
function addressOf({ url: text, headers = {} }: Extract<Server['mcp'], { url: string }>) {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, headers };
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { url, headers: { authorization: `Basic ${pair}`, ...headers } };
}

const peerOf = ({ client }: Handshake<StdioPipe | StreamableHTTPClientTransport>) => {
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  return { name, version };
};

const withMeta = (params: JsonObject, meta: JsonObject | undefined): JsonObject =>
  meta === undefined ? params : { ...params, _meta: meta };

/** Gives the official client a message that came on one of our own streams. */
function forward({ transport }: Handshake<StreamableHTTPClientTransport>, message: JsonObject): void {
  transport.onmessage?.(message as unknown as JSONRPCMessage);
}

function redacted(mcp: Server['mcp'], failure: Failure): Failure {
  const hide = redactor(secretsOf(mcp));
  return { ...failure, message: hide(failure.message) };
}
