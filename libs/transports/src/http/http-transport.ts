import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { err, type Failure, fail, type Result } from '@assay/kernel';
import { badAnswer } from '../mcp/failures.js';
import { traceContextOf } from '../trace-context.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import { challenged } from './challenged.js';
import { credentialAddress } from './credential-address.js';
import { followRedirect, isRedirect } from './follow-redirect.js';
import { exchange, type HttpAnswer, type HttpReply } from './http-exchange.js';
import { type HttpReach, labelOf, withoutSecrets } from './http-reach.js';
import { readAnswer } from './read-answer.js';
import type { HttpCall } from './serialise.js';
import { statusFailure } from './status-failure.js';

const maxRedirects = 3;

/** Calls operations of HTTP APIs over pooled connections, with the credentials of their registered server. */
export class HttpTransport implements ToolTransport {
  constructor(private readonly reach: HttpReach) {}

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const endpoint = call.manifest.endpoint as unknown as HttpCall;
    const address = call.server?.http ?? credentialAddress(call);
    if (call.server?.http == null && endpoint.url.startsWith('/'))
      return fail('upstream_unavailable', 'The server of this tool has no HTTP address any more.', { outcome: 'none' });
    const built = buildRequest(endpoint, call.input, address);
    if (!built.ok) return built;
    const key = call.idempotencyKey;
    const headers = {
      'user-agent': this.reach.userAgent,
      ...traceContextOf(call),
      ...built.value.headers,
      // Last, so that no input takes its place.
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const answer = await this.#follow({ ...built.value, headers }, call);
    return answer.ok ? answer : err(withoutSecrets(answer.error, address));
  }

  /** Sends the request, and again where it is redirected to within its origin. */
  async #follow(first: BuiltRequest, call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const label = labelOf(call, first);
    let request = first;
    for (let redirects = 0; ; redirects += 1) {
      const reply = await this.#send(request, call);
      this.reach.observe(call, label, reply);
      // After a 303 the former request has done its work, whatever the outcome of this one.
      const done = request.method !== first.method;
      if (reply.kind !== 'answer') return err(unlessDone(done, this.reach.failureOf(label, reply, call)));
      const { answer } = reply;
      if (!isRedirect(answer.status)) {
        const read = await this.#read(label, answer, call);
        return read.ok ? read : err(unlessDone(done, read.error));
      }
      // Turned away by 307 and 308; what the others did before is not known.
      const outcome = !done && (answer.status === 307 || answer.status === 308) ? 'none' : 'unknown';
      if (redirects === maxRedirects) return err(badAnswer(label, 'it redirects too often.', outcome));
      const redirect = followRedirect(request, answer);
      if ('refusal' in redirect) return err(badAnswer(label, redirect.refusal, outcome));
      request = redirect.next;
    }
  }

  /** A pooled connection may have been closed by the other side meanwhile: what only reads is sent once more. */
  async #send(request: BuiltRequest, { deadline }: UpstreamCall): Promise<HttpReply> {
    const { dispatcher, maxBytes } = this.reach;
    const options = { signal: deadline.signal, maxBytes };
    const reply = await exchange(dispatcher, request, options);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const lost = reply.kind === 'failed' && reply.sent && !reply.answered;
    return reads && lost ? exchange(dispatcher, request, options) : reply;
  }

  #read(
    label: string,
    answer: HttpAnswer,
    call: UpstreamCall,
  ): Result<UpstreamAnswer, Failure> | Promise<Result<UpstreamAnswer, Failure>> {
    const { clock, maxNesting } = this.reach;
    if (answer.status >= 400)
      return err(
        challenged(
          statusFailure(label, answer, clock.now()),
          answer.status,
          answer.headers['www-authenticate'] ?? null,
        ),
      );
    if (answer.status >= 300) return err(badAnswer(label, `it answered with status ${answer.status}.`));
    return readAnswer(answer, {
      label,
      invocationId: call.invocationId,
      maxNesting,
      clock,
      signal: call.deadline.signal,
    });
  }
}

const unlessDone = (done: boolean, failure: Failure): Failure =>
  done && failure.outcome === 'none' ? { ...failure, outcome: 'unknown' } : failure;
