import { type Envelope, type Invoke, routes } from '@assay/contracts';
import type {
  AcceptCalls,
  IdempotencyLedger,
  InvocationContext,
  Invoked,
  InvokeTool,
  RunningCalls,
} from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Clock, Random } from '@assay/kernel';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FinishedCalls } from '../features/audit/finished-calls.js';
import { abortOnDisconnect } from './abort-on-disconnect.js';
import { requireScope } from './caller-guard.js';
import { bodyOf, queryOf } from './checked.js';
import { FailureException, unwrap } from './failure-exception.js';
import { withKey } from './idempotency-header.js';
import { prefers } from './prefers.js';
import { addRateLimit } from './rate-limit-headers.js';
import type { RequestCaller } from './request-caller.js';
import { traceOf } from './trace-id.js';

export interface InvokeEndpointPorts {
  readonly callers: Pick<RequestCaller, 'of'>;
  readonly invoke: Pick<InvokeTool, 'run'>;
  readonly accepting: Pick<AcceptCalls, 'begin' | 'isTaken'>;
  readonly running: Pick<RunningCalls, 'has'>;
  readonly ledger: Pick<IdempotencyLedger, 'findCall'>;
  readonly finished: Pick<FinishedCalls, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

/**
 * `POST /v1/invocations`, the one route that every call of every agent takes. It stands on Fastify itself, since the
 * framework's pipeline of guards and parameters would cost as much as the whole call; what they do is done here in four
 * lines, by the same functions.
 */
export class InvokeEndpoint {
  readonly #ports: InvokeEndpointPorts;
  /** Ids that callers chose, from the moment they are asked for until their request is answered; whose, and with which key. */
  readonly #claimed = new Map<string, string>();

  constructor(ports: InvokeEndpointPorts) {
    this.#ports = ports;
  }

  handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = unwrap(await this.#ports.callers.of(request));
    requireScope(caller, routes.invoke.scope);
    const body = withKey(bodyOf(routes.invoke, request) as Invoke, request);
    const { dryRun } = queryOf(routes.invoke, request) as { dryRun?: 'true' | 'false' };
    const countsTokens = prefers(request, 'count-tokens');
    const context = { caller, ...traceOf(request), dryRun: dryRun === 'true', countsTokens };
    if (body.id === undefined) return this.#run(body, context, request, reply);
    const id = body.id.toLowerCase();
    const user = `${caller.principalId} ${body.idempotencyKey ?? ''}`;
    if (body.idempotencyKey !== undefined && (await this.#repeats(id, body.idempotencyKey, caller, user))) {
      // Under an id of its own, since the one it names is taken by the call it repeats, and it will be answered with that.
      const { id: _taken, ...repeat } = body;
      return this.#run(repeat, context, request, reply);
    }
    await this.#claim(id, user);
    try {
      await this.#run({ ...body, id }, { ...context, named: true }, request, reply);
    } finally {
      this.#claimed.delete(id);
    }
  };

  /**
   * Whether a call that names a used id says by its key that it is that very call once more. One whose server died with
   * no word of it is made under its own id again, so that it stays what is found there.
   */
  async #repeats(id: string, key: string, { principalId }: Caller, user: string): Promise<boolean> {
    if (principalId === null) return false;
    if (this.#claimed.get(id) === user) return true;
    const found = await this.#ports.ledger.findCall(principalId, id, this.#ports.clock.now());
    if (found?.key !== key) return false;
    return found.isHeld || found.result !== null || (await this.#isTaken(id));
  }

  async #run(body: Invoke, context: InvocationContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isAsync = prefers(request, 'respond-async');
    if (body.notBefore !== undefined && !isAsync && !context.dryRun) throw needsAsync;
    if (isAsync && this.#isLater(body)) return this.#schedule(body, context, reply);
    if (isAsync) return this.#begin(body, context, reply);
    const { signal } = abortOnDisconnect(reply);
    const invoked = await this.#ports.invoke.run(body, { ...context, signal });
    addRateLimit(reply, invoked.limit);
    if (invoked.failure !== undefined) throw problemWithEnvelope(invoked);
    const { id, status } = invoked.envelope;
    if (status === 'running' || status === 'awaiting_approval')
      send(located(reply, id), HttpStatus.ACCEPTED, invoked.text());
    else send(reply, HttpStatus.OK, invoked.text());
  }

  #isLater = ({ notBefore }: Invoke): boolean =>
    notBefore !== undefined && Date.parse(notBefore) > this.#ports.clock.now();

  /** Answers when the call is authorised and kept until its time, or waits for a person; or with what is wrong with it. */
  async #schedule(body: Invoke, context: InvocationContext, reply: FastifyReply): Promise<void> {
    const id = body.id ?? this.#ports.random.uuid();
    const invoked = await this.#ports.invoke.run({ ...body, id }, { ...context, named: true });
    if (invoked.failure !== undefined) throw problemWithEnvelope(invoked);
    reply.header('preference-applied', 'respond-async');
    send(located(reply, invoked.envelope.id), HttpStatus.ACCEPTED, invoked.text());
  }

  /** Answers as soon as it is durable that the call was accepted; the call goes on, and is found at the address given. */
  async #begin(body: Invoke, context: InvocationContext, reply: FastifyReply): Promise<void> {
    const id = body.id ?? this.#ports.random.uuid();
    const view = unwrap(await this.#ports.accepting.begin({ ...body, id }, context));
    reply.header('preference-applied', 'respond-async');
    send(located(reply, id), HttpStatus.ACCEPTED, JSON.stringify(view));
  }

  /** Takes an id for one request: of several that name it at once, the others are refused. */
  async #claim(id: string, user: string): Promise<void> {
    if (this.#claimed.has(id) || this.#ports.running.has(id)) throw used(id);
    this.#claimed.set(id, user);
    const isTaken = await this.#isTaken(id).catch((error: unknown) => {
      this.#claimed.delete(id);
      throw error;
    });
    if (!isTaken) return;
    this.#claimed.delete(id);
    throw used(id);
  }

  #isTaken = async (id: string): Promise<boolean> =>
    (await this.#ports.finished.find(id)) !== undefined || (await this.#ports.accepting.isTaken(id));
}

const send = (reply: FastifyReply, status: number, text: string): void =>
  void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(text);

/** Where to look for a call that goes on. */
const located = (reply: FastifyReply, id: string): FastifyReply => reply.header('location', `/v1/invocations/${id}`);

const needsAsync = new FailureException({
  code: 'invalid_request',
  message: '/notBefore requires the header Prefer: respond-async.',
  issues: [{ path: '/notBefore', message: 'requires the header Prefer: respond-async' }],
});

const used = (id: string): FailureException =>
  new FailureException({ code: 'conflict', message: `The invocation id ${id} has been used: choose another.` });

/** The failure as a problem, with the envelope's members beside the problem's. */
function problemWithEnvelope({ envelope, failure }: Invoked): FailureException {
  const { status, ...members } = envelope satisfies Envelope;
  return new FailureException(failure as NonNullable<typeof failure>, { ...members, invocationStatus: status });
}
