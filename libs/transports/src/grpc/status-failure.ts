import { grpcFault, saidFailure, upstreamFailure } from '@assay/gateway';
import { type Failure, pointerOf } from '@assay/kernel';
import { readMessage, WireError } from '@assay/registry';
import { type StatusObject, status } from '@grpc/grpc-js';
import { badAnswer, lostInCall, trimmed } from '../mcp/failures.js';
import { messageTypes } from './message-types.js';

/** The failure that a status other than OK stands for. `label` names the server. */
export function statusFailure(label: string, found: StatusObject): Failure {
  if (status[found.code] === undefined) return badAnswer(label, `it answered with the unknown status ${found.code}.`);
  if (found.code === status.UNAVAILABLE && found.details === '') return lostInCall(label, 'UNAVAILABLE');
  const details = detailsOf(found);
  const said = found.details === '' ? '' : `: ${found.details}`;
  const hint =
    found.code === status.PERMISSION_DENIED || found.code === status.UNAUTHENTICATED
      ? ` (check the credentials that are kept with ${label}, and what they may do)`
      : '';
  return {
    ...failureOf(found),
    ...(found.code === status.UNAUTHENTICATED && { data: { challenge: { status: found.code, header: null } } }),
    message: trimmed(`${label} answered with ${status[found.code]}${hint}${said}`),
    ...(details.retryAfterMs !== undefined && { retryAfterMs: details.retryAfterMs }),
    ...(found.code === status.INVALID_ARGUMENT && details.issues.length > 0 && { issues: details.issues }),
  };
}

/** By the one table of faults. UNKNOWN is what exceptions without a code become, so that its text decides. */
function failureOf({ code, details }: StatusObject): Failure {
  const fault = grpcFault(code);
  if (fault === undefined) return saidFailure('broken', details, '');
  return { ...upstreamFailure(fault, ''), ...(code === status.DEADLINE_EXCEEDED && { code: 'deadline_exceeded' }) };
}

interface Details {
  readonly retryAfterMs?: number;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

const issuesCap = 50;
const detailBytesCap = 64 * 1024;

/** What `google.rpc.Status` in the trailers adds: RetryInfo and BadRequest. A server may also push back by itself. */
function detailsOf({ metadata }: StatusObject): Details {
  const [bytes] = metadata.get('grpc-status-details-bin');
  const pushback = Number(metadata.get('grpc-retry-pushback-ms')[0] ?? Number.NaN);
  const retry = Number.isFinite(pushback) && pushback >= 0 ? { retryAfterMs: pushback } : {};
  if (!Buffer.isBuffer(bytes) || bytes.length > detailBytesCap) return { issues: [], ...retry };
  try {
    return { ...retry, ...readDetails(bytes) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { issues: [], ...retry };
  }
}

/** `google.rpc.Status` and its details, as far as they are read here. */
const types = messageTypes('google.rpc', {
  Status: { details: [3, 'repeated Detail'] },
  Detail: { typeUrl: [1, 'string'], value: [2, 'bytes'] },
  RetryInfo: { retryDelay: [1, 'Delay'] },
  Delay: { seconds: [1, 'int64'], nanos: [2, 'int32'] },
  BadRequest: { fieldViolations: [1, 'repeated FieldViolation'] },
  FieldViolation: { field: [1, 'string'], description: [2, 'string'] },
});
interface Detail {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}
const statusSchema = types.of<{ readonly details: readonly Detail[] }>('Status');
const retrySchema = types.of<{ readonly retryDelay?: { readonly seconds: bigint; readonly nanos: number } }>(
  'RetryInfo',
);
const badRequestSchema = types.of<{
  readonly fieldViolations: readonly { readonly field: string; readonly description: string }[];
}>('BadRequest');

function readDetails(bytes: Uint8Array): Details {
  const { details } = readMessage(statusSchema, bytes);
  const detail = (name: string) => details.find(({ typeUrl }) => typeUrl.replace(/^.*\//, '') === name)?.value;
  const retry = detail('google.rpc.RetryInfo');
  const wait = retry && readMessage(retrySchema, retry).retryDelay;
  const badRequest = detail('google.rpc.BadRequest');
  const violations = badRequest === undefined ? [] : readMessage(badRequestSchema, badRequest).fieldViolations;
  return {
    ...(wait !== undefined && { retryAfterMs: Number(wait.seconds) * 1_000 + Math.ceil(wait.nanos / 1e6) }),
    issues: violations
      .slice(0, issuesCap)
      .map(({ field, description }) => ({ path: inputPath(field), message: trimmed(description) })),
  };
}

/** `items[0].unit_price` as `/input/items/0/unitPrice`. */
const inputPath = (field: string): string =>
  pointerOf([
    'input',
    ...field
      .split(/[.[\]]+/)
      .filter((it) => it !== '')
      .map((it) => it.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())),
  ]);
