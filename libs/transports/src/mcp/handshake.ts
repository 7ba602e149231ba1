import type { Failure, LanguageModel } from '@assay/kernel';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type ClientCapabilities,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import { AddressForbiddenError } from '../egress/egress-guard.js';
import { AnswerTooLargeError, RedirectedError } from '../egress/guarded-fetch.js';
import { challenged } from '../http/challenged.js';
import { answerSampling } from './answer-sampling.js';
import { badAnswer, unreachable } from './failures.js';
import { statusFailure } from './http-channel.js';
import type { SessionEvents } from './session.js';
import { StartRefused } from './started-command.js';

export interface Handshake<T extends Transport> {
  readonly client: Client;
  readonly transport: T;
  /** Whether the upstream speaks the 2026-07-28 revision, without sessions. */
  readonly modern: boolean;
  /** What every request of that revision carries in `_meta`; undefined in older ones. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

export interface HandshakeOptions {
  /** How we name ourselves. */
  readonly identity: Implementation;
  /** Null when nobody wants to hear of changes. */
  readonly events: SessionEvents | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** What the upstream may ask of us; nothing when absent. */
  readonly capabilities?: ClientCapabilities;
  /** Answers the upstream's sampling requests; null or absent when it may not ask a model. */
  readonly model?: LanguageModel | null;
  /** Whether tasks that an upstream of 2026-07-28 makes of calls are followed here, which declares the extension to it. */
  readonly followsTasks?: boolean;
}

const probeMs = 5_000;
const tasksCapability = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/**
 * Opens a connection with the official client. Nearly every server speaks 2025-11-25 or older, so that comes first;
 * one that answers but refuses it is asked on a new connection for 2026-07-28. Rejects when neither succeeds.
 */
export async function shakeHands<T extends Transport>(
  open: () => T | Promise<T>,
  options: HandshakeOptions,
): Promise<Handshake<T>> {
  try {
    return await connect(await open(), 'legacy', options);
  } catch (refusal) {
    if (!answeredButRefused(refusal) || options.signal.aborted) throw refusal;
    try {
      return await connect(await open(), 'auto', options);
    } catch {
      throw refusal;
    }
  }
}

async function connect<T extends Transport>(
  transport: T,
  mode: 'legacy' | 'auto',
  { identity, events, signal, timeoutMs, model = null, ...options }: HandshakeOptions,
): Promise<Handshake<T>> {
  const offered = options.capabilities ?? (model === null ? {} : { sampling: {} });
  const capabilities = mode === 'auto' && options.followsTasks ? { ...offered, ...tasksCapability } : offered;
  const client = new Client(identity, {
    capabilities,
    versionNegotiation: { mode, probe: { timeoutMs: Math.min(probeMs, timeoutMs) } },
    ...(events && {
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => events.toolsChanged() } },
    }),
  });
  if (model !== null) answerSampling(client, model);
  // It may have taken a while until there was something to connect to.
  if (signal.aborted) {
    await transport.close().catch(() => {});
    throw signal.reason;
  }
  const onAbort = () => void transport.close().catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs, signal });
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  const modern = client.getProtocolEra() === 'modern';
  return { client, transport, modern, meta: modern ? envelope(client, identity, capabilities) : undefined };
}

const envelope = (client: Client, identity: Implementation, capabilities: ClientCapabilities) => ({
  [PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion(),
  [CLIENT_INFO_META_KEY]: identity,
  [CLIENT_CAPABILITIES_META_KEY]: capabilities,
});

function answeredButRefused(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  if (error instanceof SdkHttpError) return [400, 404, 405, 406].includes(error.data.status);
  return String((error as Cause).message).includes('protocol version');
}

/** The failure for a connection that was not made. */
export function connectFailure(label: string, error: unknown): Failure {
  for (const cause of causes(error)) {
    if (cause instanceof StartRefused) return cause.failure;
    if (cause instanceof AddressForbiddenError)
      return { code: 'address_forbidden', message: cause.message, outcome: 'none', data: { host: cause.host } };
    if (cause instanceof RedirectedError || cause instanceof AnswerTooLargeError)
      return badAnswer(label, cause.message, 'none');
    if (cause instanceof SdkHttpError) {
      const { status } = cause.data;
      return challenged({ ...statusFailure(label, status), outcome: 'none' }, status, null);
    }
    if (cause instanceof ProtocolError) return unreachable(label, `it refuses to start a session: ${cause.message}`);
    if (cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout)
      return unreachable(label, 'it did not start a session in time.');
  }
  const { code, message } = innermost(error);
  if (code === 'EFOLDER') return unreachable(label, message);
  if (code === 'ENOENT' || code === 'EACCES')
    return unreachable(label, `its command cannot be started (${code}). Check the command of its record.`);
  return unreachable(label, `${code ?? message}. Check the address or command of its record.`);
}

interface Cause {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Of an AggregateError. */
  readonly errors?: readonly unknown[];
}

/** An error and what caused it, outermost first; a bound keeps loops out. */
function causes(error: unknown): Cause[] {
  const found: Cause[] = [];
  for (let next = error; typeof next === 'object' && next !== null && found.length < 8; ) {
    const cause: Cause = next;
    found.push(cause);
    next = cause.errors?.[0] ?? cause.cause;
  }
  return found;
}

function innermost(error: unknown): { code: string | null; message: string } {
  const { code, message } = causes(error).at(-1) ?? {};
  return { code: typeof code === 'string' ? code : null, message: String(message ?? 'the connection failed') };
}
