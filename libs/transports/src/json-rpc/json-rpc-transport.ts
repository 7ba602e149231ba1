import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import type { JsonRpcCall } from '@assay/importing';
import { deeperThan, err, type Failure, fail, isObject, ok, type Result, readAtOnce } from '@assay/kernel';
import { challenged } from '../http/challenged.js';
import { credentialAddress } from '../http/credential-address.js';
import { exchange, type HttpAnswer, type HttpReply } from '../http/http-exchange.js';
import { type HttpReach, labelOf, withoutSecrets } from '../http/http-reach.js';
import { statusFailure } from '../http/status-failure.js';
import { aborted, badAnswer, tooLarge } from '../mcp/failures.js';
import { parseJson } from '../mcp/json-rpc.js';
import { abortedMessage, isWithinNesting, readLargeMessage, tooDeepMessage } from '../mcp/large-message.js';
import { errorFailure } from './error-failure.js';
import { jsonRpcRequest } from './json-rpc-request.js';

/**
 * Calls methods of JSON-RPC 2.0 services: one POST a call, with the invocation's id as the request's. Batches and
 * notifications are never sent, since each call wants its own answer.
 */
export class JsonRpcTransport implements ToolTransport {
  constructor(private readonly reach: HttpReach) {}

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const endpoint = call.manifest.endpoint as unknown as JsonRpcCall;
    const address = call.server?.http ?? credentialAddress(call);
    if (call.server?.http == null && endpoint.url.startsWith('/'))
      return fail('upstream_unavailable', 'The server of this tool has no HTTP address any more.', { outcome: 'none' });
    const { dispatcher, userAgent, maxBytes } = this.reach;
    const request = jsonRpcRequest(call, endpoint, call.invocationId, address);
    const label = labelOf(call, request);
    const sent = { ...request, headers: { 'user-agent': userAgent, ...request.headers } };
    const reply = await exchange(dispatcher, sent, { signal: call.deadline.signal, maxBytes });
    this.reach.observe(call, label, reply);
    const answer = await this.#read(label, reply, call);
    return answer.ok ? answer : err(withoutSecrets(answer.error, address));
  }

  async #read(label: string, reply: HttpReply, call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    if (reply.kind !== 'answer') return err(this.reach.failureOf(label, reply, call));
    const { answer } = reply;
    const { status, headers } = answer;
    if (status === 401 || status === 403) {
      const failure = statusFailure(label, answer, this.reach.clock.now());
      const marked = challenged(failure, status, headers['www-authenticate'] ?? null);
      if (marked !== failure) return err(marked);
    }
    const { maxNesting, clock } = this.reach;
    const { signal } = call.deadline;
    const text = answer.body.toString('utf8').replace(/^\uFEFF/, '');
    const read =
      text.length > readAtOnce ? await readLargeMessage(text, { clock, signal, maxNesting }) : parseJson(text);
    if (read === tooDeepMessage) return err(tooLarge(label, `${maxNesting} levels of nesting`));
    if (read === abortedMessage) return err(aborted(label, signal, 'unknown'));
    const message: unknown = read;
    // Many services answer errors with a status of 4xx or 5xx: what counts is the answer inside, if there is one.
    if (!isObject(message) || message.jsonrpc !== '2.0') return err(this.#noAnswer(label, answer, message));
    return this.#answer(label, message, call.invocationId);
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
    const { maxNesting } = this.reach;
    if (!isWithinNesting(message) && deeperThan(message.result, maxNesting))
      return err(tooLarge(label, `${maxNesting} levels of nesting`));
    return ok({ content: [], structured: message.result, isError: false, source: `json-rpc:${label}` });
  }

  /** Something answered, but not the protocol. */
  #noAnswer(label: string, answer: HttpAnswer, message: unknown): Failure {
    const { status } = answer;
    if (status >= 400) return statusFailure(label, answer, this.reach.clock.now());
    if (status >= 300) {
      const outcome = status === 307 || status === 308 ? 'none' : 'unknown';
      return badAnswer(
        label,
        `it redirects (${status}), which is not followed: give the address it redirects to.`,
        outcome,
      );
    }
    if (answer.body.length === 0) return badAnswer(label, 'its answer is empty, as if the call were a notification.');
    if (Array.isArray(message)) return badAnswer(label, 'its response is an unexpected batch.');
    return badAnswer(label, 'its answer is no JSON-RPC 2.0 response.');
  }
}
