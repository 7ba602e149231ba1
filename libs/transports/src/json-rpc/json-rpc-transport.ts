import {
  type Clock,
  deeperThan,
  err,
  type Failure,
  fail,
  type JsonRpcCall,
  ok,
  type Result,
  type ToolTransport,
  type UpstreamAnswer,
  type UpstreamCall,
} from '@assay/core';
import type { Dispatcher } from 'undici';
import { challenged } from '../http/challenged.js';
import { credentialAddress } from '../http/credential-address.js';
import { exchange, type HttpAnswer, type HttpReply } from '../http/http-exchange.js';
import { statusFailure } from '../http/status-failure.js';
import { aborted, badAnswer, tooLarge } from '../mcp/failures.js';
import type { HealthBoard } from '../mcp/health.js';
import { connectionFailure } from '../mcp/http-channel.js';
import { isObject, parseJson } from '../mcp/json-rpc.js';
import { redactor, secretsOf } from '../mcp/redact.js';
import { errorFailure } from './error-failure.js';
import { jsonRpcRequest } from './json-rpc-request.js';

export interface JsonRpcSurroundings {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly health: HealthBoard;
  readonly userAgent: string;
  readonly maxBytes: number;
  readonly maxNesting: number;
}

/**
 * Calls methods of JSON-RPC 2.0 services: one POST a call, with the invocation's id as the request's. Batches and
 * notifications are never sent, since each call wants its own answer.
 */
export class JsonRpcTransport implements ToolTransport {
  constructor(private readonly around: JsonRpcSurroundings) {}

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const endpoint = call.manifest.endpoint as unknown as JsonRpcCall;
    const address = call.server?.http ?? credentialAddress(call);
    if (call.server?.http == null && endpoint.url.startsWith('/'))
      return fail('upstream_unavailable', 'The server of this tool has no HTTP address any more.', { outcome: 'none' });
    const { dispatcher, userAgent, maxBytes } = this.around;
    const request = jsonRpcRequest(call, endpoint, call.invocationId, address);
    const label = call.server === null ? request.origin : `${call.server.namespace}/${call.server.name}`;
    const sent = { ...request, headers: { 'user-agent': userAgent, ...request.headers } };
    const reply = await exchange(dispatcher, sent, { signal: call.deadline.signal, maxBytes });
    this.#observe(call, label, reply);
    const answer = this.#read(label, reply, call);
    if (answer.ok) return answer;
    const hide = redactor(secretsOf({ headers: { ...address?.headers, ...address?.query } }));
    return err(hidden(answer.error, hide));
  }

  #read(label: string, reply: HttpReply, { deadline, invocationId }: UpstreamCall): Result<UpstreamAnswer, Failure> {
    if (reply.kind === 'aborted') return err(aborted(label, deadline.signal, reply.sent ? 'unknown' : 'none'));
    if (reply.kind === 'too-large') return err(tooLarge(label, `${this.around.maxBytes} bytes`));
    if (reply.kind === 'failed') return err(connectionFailure(label, reply.error, reply.sent));
    const { answer } = reply;
    const { status, headers } = answer;
    if (status === 401 || status === 403) {
      const failure = statusFailure(label, answer, this.around.clock.now());
      const marked = challenged(failure, status, headers['www-authenticate'] ?? null);
      if (marked !== failure) return err(marked);
    }
    const message = parseJson(answer.body.toString('utf8').replace(/^\uFEFF/, ''));
    // Many services answer errors with a status of 4xx or 5xx: what counts is the answer inside, if there is one.
    if (!isObject(message) || message.jsonrpc !== '2.0') return err(this.#noAnswer(label, answer, message));
    return this.#answer(label, message, invocationId);
  }

  #answer(label: string, message: Readonly<Record<string, unknown>>, id: string): Result<UpstreamAnswer, Failure> {
    const hasError = message.error !== undefined && message.error !== null;
    // A service that could not read the request does not know its id.
    const isOurs = message.id === id || (message.id === null && hasError);
    if (!isOurs) return err(badAnswer(label, 'its answer has the id of another request.'));
    if (hasError && message.result !== undefined && message.result !== null)
      return err(badAnswer(label, 'its answer has both a result and an error.'));
    if (hasError) return err(errorFailure(label, message.error));
    if (!('result' in message)) return err(badAnswer(label, 'its answer has neither a result nor an error.'));
    const { maxNesting } = this.around;
    if (deeperThan(message.result, maxNesting)) return err(tooLarge(label, `${maxNesting} levels of nesting`));
    return ok({ content: [], structured: message.result, isError: false, source: `json-rpc:${label}` });
  }

  /** Something answered, but not the protocol. */
  #noAnswer(label: string, answer: HttpAnswer, message: unknown): Failure {
    const { status } = answer;
    if (status >= 400) return statusFailure(label, answer, this.around.clock.now());
    if (status >= 300) {
      const outcome = status === 307 || status === 308 ? 'none' : 'unknown';
      return badAnswer(
        label,
        `it redirects (${status}), which is not followed: give the address it redirects to.`,
        outcome,
      );
    }
    if (answer.body.length === 0) return badAnswer(label, 'its answer is empty, as if the call were a notification.');
    if (Array.isArray(message)) return badAnswer(label, 'its answer is a batch, which was not asked for.');
    return badAnswer(label, 'its answer is no JSON-RPC 2.0 response.');
  }

  #observe({ server }: UpstreamCall, label: string, reply: HttpReply): void {
    if (server === null) return;
    if (reply.kind === 'answer') this.around.health.up(server.id);
    else if (reply.kind === 'failed')
      this.around.health.down(server.id, connectionFailure(label, reply.error, reply.sent).message);
  }
}

/** Messages and data of an upstream without the secrets of its server. */
function hidden(failure: Failure, hide: (text: string) => string): Failure {
  const { data } = failure;
  const clean =
    data && (JSON.parse(JSON.stringify(data), (_key, it) => (typeof it === 'string' ? hide(it) : it)) as object);
  return { ...failure, message: hide(failure.message), ...(clean && { data: clean as Failure['data'] }) };
}
