import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import type { DescribedServer, GrpcCall, GrpcReflection } from '@assay/importing';
import {
  type Clock,
  type Deadline,
  err,
  type Failure,
  fail,
  ok,
  type Result,
  runAtOnce,
  runInSlices,
  type Sliced,
} from '@assay/kernel';
import { type GrpcTarget, grpcTarget, needsValueMember, type Server, WireError } from '@assay/registry';
import { AddressForbiddenError } from '../egress/egress-guard.js';
import { aborted, badAnswer, tooLarge, unreachable } from '../mcp/failures.js';
import type { HealthBoard } from '../mcp/health.js';
import { redactor, secretsOf } from '../mcp/redact.js';
import { callMetadata } from './call-metadata.js';
import { type ChannelPool, type Loan, NotConnectedError } from './channel-pool.js';
import { decodeMessageInSteps, TooDeepError } from './decode-message.js';
import { encodeMessage } from './encode-message.js';
import { exchange, type GrpcReply } from './exchange.js';
import type { KnownMethod, MethodSource } from './method-source.js';
import { reflect } from './reflection.js';
import { statusFailure } from './status-failure.js';
import { UnfitError } from './unfit.js';

export interface GrpcSurroundings {
  readonly pool: ChannelPool;
  readonly methods: MethodSource;
  readonly health: HealthBoard;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly maxNesting: number;
  readonly maxMessages: number;
}

/** Where a call goes: who is called, for messages and provenance, and with which credentials. */
interface Place {
  readonly label: string;
  readonly serverId: string | null;
  readonly target: GrpcTarget;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Calls methods of gRPC servers over shared connections, and reads what servers say of themselves. */
export class GrpcTransport implements ToolTransport, GrpcReflection {
  constructor(private readonly around: GrpcSurroundings) {}

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const endpoint = call.manifest.endpoint as unknown as GrpcCall;
    const place = placeOf(call.server, endpoint.address, call.credential?.headers);
    if (!place.ok) return place;
    const answer = await this.#connected(place.value, call.deadline, (loan) =>
      this.#call(loan, place.value, endpoint, call),
    );
    return answer.ok ? answer : err(withoutSecrets(place.value, answer.error));
  }

  async describe(server: Server, deadline: Deadline): Promise<Result<DescribedServer, Failure>> {
    const place = placeOf(server, undefined);
    if (!place.ok) return place;
    const described = await this.#connected(place.value, deadline, (loan) =>
      this.#reflect(loan, place.value, deadline),
    );
    return described.ok ? described : err(withoutSecrets(place.value, described.error));
  }

  /** Runs something on a connection, and gives the connection back. */
  async #connected<T>(
    place: Place,
    { signal }: Deadline,
    run: (loan: Loan) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    let loan: Loan;
    try {
      loan = await this.around.pool.borrow(place.target, signal);
    } catch (error) {
      const failure = connectFailure(place.label, error, signal);
      if (place.serverId !== null && failure.code === 'upstream_unavailable')
        this.around.health.down(place.serverId, failure.message);
      return err(failure);
    }
    try {
      return await run(loan);
    } finally {
      loan.release();
    }
  }

  #reflect(loan: Loan, { label, credentials }: Place, deadline: Deadline, service?: string) {
    return reflect(loan.client, {
      label,
      metadata: callMetadata(credentials, { invocationId: '' }),
      signal: deadline.signal,
      remainingMs: deadline.remainingMs(),
      ...(service !== undefined && { service }),
    });
  }

  async #call(
    loan: Loan,
    place: Place,
    endpoint: GrpcCall,
    call: UpstreamCall,
  ): Promise<Result<UpstreamAnswer, Failure>> {
    const { methods, maxBytes, maxMessages } = this.around;
    const { label, target, credentials } = place;
    const { descriptorSet, service } = endpoint;
    const known =
      descriptorSet === undefined
        ? await methods.fromServer(`${place.serverId} ${target.authority}`, endpoint, () =>
            this.#reflect(loan, place, call.deadline, service),
          )
        : methods.fromSet(descriptorSet, endpoint);
    if (!known.ok) return known;
    const message = encoded(known.value, call.input);
    if (!message.ok) return message;
    if (message.value.length > maxBytes)
      return fail('invalid_input', `The input is larger than the limit of ${maxBytes} bytes.`, { outcome: 'none' });
    const reply = await exchange(loan.client, {
      path: `/${service}/${endpoint.method}`,
      message: message.value,
      metadata: callMetadata(credentials, call),
      signal: call.deadline.signal,
      remainingMs: call.deadline.remainingMs(),
      maxBytes,
      maxMessages,
      ...(known.value.method.serverStreaming && { onMessage: (progress) => call.onProgress?.({ progress }) }),
    });
    this.#observe(place, reply);
    if (reply.kind !== 'messages') return err(failureOf(label, reply, call.deadline.signal));
    return this.#answer(place, known.value, reply.messages, call.deadline.signal);
  }

  async #answer(
    { label }: Place,
    { types, method }: KnownMethod,
    messages: readonly Buffer[],
    signal: AbortSignal,
  ): Promise<Result<UpstreamAnswer, Failure>> {
    if (!method.serverStreaming && messages.length !== 1)
      return err(badAnswer(label, `it sent ${messages.length} messages where one was to come.`));
    const { maxNesting, clock } = this.around;
    try {
      const levels = method.serverStreaming ? maxNesting - 1 : maxNesting;
      const decoding = decodeAll(messages, (it) => decodeMessageInSteps(types, method.output, it, levels));
      const isLarge = messages.reduce((sum, it) => sum + it.length, 0) > decodedAtOnce;
      const decoded = isLarge ? await runInSlices(decoding, clock, signal) : ok(runAtOnce(decoding));
      if (!decoded.ok) return err(aborted(label, signal, 'done'));
      const values = decoded.value;
      const structured = method.serverStreaming ? values : values[0];
      return ok({ content: [], structured, isError: false, source: `grpc:${label}` });
    } catch (error) {
      if (error instanceof TooDeepError) return err(tooLarge(label, `${maxNesting} levels of nesting`));
      if (!(error instanceof WireError)) throw error;
      return err(badAnswer(label, `its message is no ${method.output}: ${error.message}.`));
    }
  }

  #observe({ serverId, label }: Place, reply: GrpcReply): void {
    if (serverId === null || reply.kind === 'aborted') return;
    const failure = reply.kind === 'status' ? statusFailure(label, reply.status) : undefined;
    if (failure?.code === 'upstream_unavailable') this.around.health.down(serverId, failure.message);
    else this.around.health.up(serverId);
  }
}

/** Messages of so many bytes together are decoded at once, in some 5 ms; larger ones in slices. */
const decodedAtOnce = 16_384;

function* decodeAll(messages: readonly Buffer[], decode: (message: Buffer) => Sliced<unknown>): Sliced<unknown[]> {
  const values: unknown[] = [];
  for (const message of messages) values.push(yield* decode(message));
  return values;
}

/** The registered server's address with its credentials, or the tool's own without any. */
function placeOf(
  server: Server | null,
  own: string | undefined,
  carried: Place['credentials'] = {},
): Result<Place, Failure> {
  const address = server?.grpc?.address ?? own;
  const target = address === undefined ? undefined : grpcTarget(address);
  if (target === undefined)
    return fail('upstream_unavailable', 'The server of this tool has no gRPC address any more.', { outcome: 'none' });
  return ok({
    label: server === null ? target.authority : `${server.namespace}/${server.name}`,
    serverId: server?.id ?? null,
    target,
    // A registered server's record holds what the call carries already.
    credentials: server === null ? carried : (server.grpc?.metadata ?? {}),
  });
}

function encoded({ types, method }: KnownMethod, input: UpstreamCall['input']): Result<Buffer, Failure> {
  const isWrapped = needsValueMember(method.input);
  try {
    return ok(encodeMessage(types, method.input, isWrapped ? input.value : input));
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error;
    const path = `/input${isWrapped ? '/value' : ''}${error.path}`;
    return fail('invalid_input', `The input cannot be sent: ${path} ${error.message}.`, {
      issues: [{ path, message: error.message }],
      outcome: 'none',
    });
  }
}

function connectFailure(label: string, error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return aborted(label, signal, 'none');
  if (error instanceof AddressForbiddenError)
    return { code: 'address_forbidden', message: error.message, outcome: 'none', data: { host: error.host } };
  if (error instanceof NotConnectedError) return unreachable(label, `no connection (${error.message}).`);
  throw error;
}

function failureOf(label: string, reply: Exclude<GrpcReply, { kind: 'messages' }>, signal: AbortSignal): Failure {
  if (reply.kind === 'aborted' || signal.aborted) return aborted(label, signal, 'unknown');
  if (reply.kind === 'too-large') return tooLarge(label, reply.limit);
  return statusFailure(label, reply.status);
}

const withoutSecrets = ({ credentials }: Place, failure: Failure): Failure => ({
  ...failure,
  message: redactor(secretsOf({ headers: credentials }))(failure.message),
});
