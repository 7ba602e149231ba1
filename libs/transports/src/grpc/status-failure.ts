import { grpcFault, saidFailure, upstreamFailure } from '@assay/gateway';
import { type Failure, pointerOf } from '@assay/kernel';
import { WireError, WireFields } from '@assay/registry';
import { type StatusObject, status } from '@grpc/grpc-js';
import { badAnswer, lostInCall, trimmed } from '../mcp/failures.js';

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
    return { ...retry, ...readDetails(new WireFields(bytes)) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { issues: [], ...retry };
  }
}

function readDetails(whole: WireFields): Details {
  const details = whole.messages(3).map((it) => [it.text(1).replace(/^.*\//, ''), it.message(2)] as const);
  const wait = details.find(([name]) => name === 'google.rpc.RetryInfo')?.[1].message(1);
  const violations = details.find(([name]) => name === 'google.rpc.BadRequest')?.[1].messages(1) ?? [];
  return {
    ...(wait !== undefined && { retryAfterMs: (wait.number(1) ?? 0) * 1_000 + Math.ceil((wait.number(2) ?? 0) / 1e6) }),
    issues: violations.slice(0, issuesCap).map((it) => ({ path: inputPath(it.text(1)), message: trimmed(it.text(2)) })),
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
