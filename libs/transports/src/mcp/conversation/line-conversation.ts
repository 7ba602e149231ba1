import {
  type Asked,
  type ClientEnd,
  type Continues,
  type Conversation,
  conversationOver,
  type Members,
  type Reply,
  type ServerFace,
  type ToolTransport,
  type UpstreamAnswer,
} from '@assay/gateway';
import { type Clock, err, type Failure, fail, isObject, ok, type Result } from '@assay/kernel';
import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import { traceContextOf } from '../../trace-context.js';
import { explained, withIsolation } from '../explained.js';
import { rpcFailure, unreachable } from '../failures.js';
import type { JsonObject } from '../json-rpc.js';
import { sessionLost } from '../session.js';
import { afterCreation } from '../tasks/requested-task.js';
import { briefly, pause } from '../tasks/task-pace.js';
import { untilTaskEnds } from '../tasks/upstream-task.js';
import { readToolResult } from '../tool-result.js';
import { Incoming } from './incoming.js';
import type { Line } from './line.js';
import { readError } from './read-error.js';
import { type Resumed, untilComplete } from './rounds.js';
import { Subscriptions } from './subscriptions.js';

const done: Result<Reply, Failure> = ok({ result: {} });
const over: Result<Reply, Failure> = fail('upstream_unavailable', 'The connection is closed: open another.', {
  outcome: 'none',
  data: conversationOver,
});

/**
 * A conversation over a line. To an upstream of the 2026-07-28 revision it speaks that: levels of logging travel with
 * each request, watched resources are a stream, questions come as results that ask for input.
 */
export class LineConversation implements Conversation {
  readonly face: ServerFace;
  readonly #line: Line;
  readonly #client: ClientEnd;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #incoming: Incoming;
  readonly #subscriptions: Subscriptions | undefined;
  readonly #closed: () => void;
  #logLevel: unknown;
  #closing: Promise<void> | undefined;

  /**
   * @param closed called once, when the conversation ends for any reason
   */
  constructor(line: Line, client: ClientEnd, clock: Pick<Clock, 'after'>, closed: () => void) {
    this.#line = line;
    this.#clock = clock;
    this.#client = client;
    this.#closed = closed;
    this.#incoming = new Incoming(client, (message) => line.tell(message));
    this.#subscriptions = line.modern ? new Subscriptions(line.client) : undefined;
    const instructions = line.client.getInstructions();
    this.face = {
      serverInfo: { ...line.client.getServerVersion() },
      capabilities: { ...line.client.getServerCapabilities() },
      ...(instructions !== undefined && { instructions }),
      ...(line.modern && { asksInResults: true }),
    };
    // Without the stream its changes go unheard; everything else works.
    void this.#subscriptions?.start().catch(() => {});
  }

  heard = (message: JsonObject): void => this.#incoming.take(message);

  request(method: string, params: Members, asked: Asked): Promise<Result<Reply, Failure>> {
    return this.#send(method, params, asked);
  }

  notify(method: string, params: Members): void {
    // The stateless revision has no notifications of clients.
    if (!this.#line.modern) this.#line.tell({ jsonrpc: '2.0', method, params });
  }

  tools(tag: string, meta: Members | undefined, replied: (reply: Reply) => void, continues?: Continues): ToolTransport {
    return {
      call: async (call) => {
        const { manifest, input, deadline, idempotencyKey } = call;
        const beside = {
          ...meta,
          ...traceContextOf(call),
          ...(idempotencyKey !== undefined && { 'assay/idempotencyKey': idempotencyKey }),
        };
        const params = {
          name: (manifest.endpoint as { readonly tool?: unknown }).tool,
          arguments: input,
          ...(Object.keys(beside).length > 0 && { _meta: beside }),
        };
        const asked = { tag, signal: deadline.signal };
        const first = await this.#send('tools/call', params, asked, manifest.inputSchema);
        const reply = await this.#followed(first, asked, () => continues?.(call.invocationId));
        const answer = this.#answerOf(reply);
        // A reply that is neither an error nor a tool result reaches no client: clients give up on what they cannot parse.
        if (reply.ok && (answer.ok || 'error' in reply.value)) replied(reply.value);
        return withIsolation(explained(answer, this.#line.explain), this.#line.isolation);
      },
    };
  }

  /** A reply as it is, or, when the server made a task of the call, the end of that. */
  async #followed(
    first: Result<Reply, Failure>,
    asked: Asked,
    continues: () => Promise<void> | undefined,
  ): Promise<Result<Reply, Failure>> {
    if (!first.ok || !('result' in first.value) || first.value.result.resultType !== 'task') return first;
    await continues();
    const { label } = this.#line;
    const request = async (method: string, params: Members, { tag, signal }: Asked) =>
      afterCreation(label, await this.#once(method, { ...params, _meta: this.#line.meta }, { tag, signal }));
    return untilTaskEnds(first.value.result, {
      label,
      request: (method, params) => request(method, params, asked),
      cancel: (taskId) => void request('tasks/cancel', { taskId }, { ...asked, signal: briefly(this.#clock) }),
      ask: (question, about, key) => this.#client.ask(question, about, asked.tag, asked.signal, key),
      pause: (ms) => pause(this.#clock, ms, asked.signal),
      signal: asked.signal,
    });
  }

  #answerOf(reply: Result<Reply, Failure>): Result<UpstreamAnswer, Failure> {
    if (!reply.ok) return reply;
    const { label, hide } = this.#line;
    if ('error' in reply.value) return err(hide(rpcFailure(label, reply.value.error)));
    return readToolResult(label, reply.value.result);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#incoming.close();
    this.#closed();
    await this.#subscriptions?.close();
    await this.#line.close();
  }

  async #send(method: string, params: Members, asked: Asked, inputSchema?: unknown): Promise<Result<Reply, Failure>> {
    if (this.#subscriptions === undefined) return this.#once(method, params, asked, inputSchema);
    const own = await this.#ownWay(method, params, this.#subscriptions);
    if (own !== undefined) return own;
    const { label, meta } = this.#line;
    const level = this.#logLevel === undefined ? {} : { [LOG_LEVEL_META_KEY]: this.#logLevel };
    const withMeta = { ...params, _meta: { ...(isObject(params._meta) ? params._meta : {}), ...level, ...meta } };
    return untilComplete(
      label,
      (resumed: Resumed) => this.#once(method, { ...withMeta, ...resumed }, asked, inputSchema),
      (question, about, key) => this.#client.ask(question, about, asked.tag, asked.signal, key),
    );
  }

  /** What the stateless revision does in another way than by a request of that name. */
  async #ownWay(
    method: string,
    { level, uri }: Members,
    subscriptions: Subscriptions,
  ): Promise<Result<Reply, Failure> | undefined> {
    if (method === 'ping') return done;
    if (method === 'logging/setLevel') {
      this.#logLevel = level;
      return done;
    }
    if (method !== 'resources/subscribe' && method !== 'resources/unsubscribe') return undefined;
    const changed =
      method === 'resources/subscribe' ? subscriptions.watch(String(uri)) : subscriptions.unwatch(String(uri));
    return changed.then(
      () => done,
      (error: Error) => ok({ error: { code: -32_603, message: error.message } }),
    );
  }

  async #once(
    method: string,
    params: Members,
    { tag, signal }: Asked,
    inputSchema?: unknown,
  ): Promise<Result<Reply, Failure>> {
    if (this.#closing !== undefined) return over;
    const onOther = (message: JsonObject) => this.#incoming.take(message, tag);
    const answer = await this.#incoming.during(tag, method, params, (sent) =>
      this.#line.request({ method, params: sent, inputSchema, onOther, whole: true }, signal),
    );
    if (answer === sessionLost) {
      this.#client.ended('it forgot the session');
      void this.close();
      const lost = unreachable(this.#line.label, 'it no longer knows the session of this conversation.');
      return err({ ...lost, data: conversationOver });
    }
    if (!answer.ok) return err(this.#failed(answer.error));
    const { result, error } = answer.value as JsonObject;
    return ok(isObject(error) ? { error: readError(error) } : { result: result as Members });
  }

  /** A credential that is refused has run out: the client's next conversation begins with the one of then. */
  #failed(failure: Failure): Failure {
    if (failure.data?.challenge !== undefined) this.#client.ended('it refuses the credential');
    return this.#line.hide(failure);
  }
}
