import type { FaultKind } from './fault-kinds.js';

/** By status of HTTP (RFC 9110); those that are not there go by their first digit. */
const byHttpStatus: Readonly<Record<string, FaultKind>> = {
  '401': 'credential',
  '403': 'forbidden',
  '404': 'not_found',
  '407': 'credential',
  '408': 'timed_out',
  '410': 'not_found',
  '429': 'rate_limited',
  '502': 'away',
  '503': 'away',
  '504': 'timed_out',
};

/** What a status of HTTP that is an error reports. */
export const httpFault = (status: number): FaultKind =>
  byHttpStatus[String(status)] ?? (String(status).startsWith('5') ? 'protocol' : 'invalid');

/** By number of google.rpc.Code. A code that is not there reports nothing of its own. */
const byGrpcCode: Readonly<Record<number, FaultKind>> = {
  1: 'protocol',
  3: 'invalid',
  4: 'timed_out',
  5: 'not_found',
  6: 'invalid',
  7: 'forbidden',
  8: 'rate_limited',
  9: 'invalid',
  10: 'invalid',
  11: 'invalid',
  12: 'missing_tool',
  13: 'protocol',
  14: 'lost',
  15: 'broken',
  16: 'credential',
};

/** What a status of gRPC other than OK reports; undefined where its text has to say it (UNKNOWN). */
export const grpcFault = (code: number): FaultKind | undefined => byGrpcCode[code];

/** How an error of JSON-RPC is classified: by its code alone, or by its text and as `otherwise` when that says nothing. */
export interface RpcFault {
  readonly otherwise: FaultKind;
  readonly byText: boolean;
  /** The protocol turned the request away before any tool ran. */
  readonly isTurnedAway: boolean;
}

/** Of JSON-RPC 2.0, section 5.1, and of MCP, whose servers report most failures of their tools as internal errors. */
export function jsonRpcFault(code: number | undefined): RpcFault {
  if (code === -32_601) return { otherwise: 'missing_tool', byText: false, isTurnedAway: true };
  if (code === -32_700 || code === -32_600) return { otherwise: 'protocol', byText: false, isTurnedAway: true };
  if (code === -32_602) return { otherwise: 'invalid', byText: true, isTurnedAway: true };
  if (code === -32_002) return { otherwise: 'not_found', byText: true, isTurnedAway: true };
  if (code === -32_603 || code === undefined) return { otherwise: 'protocol', byText: true, isTurnedAway: false };
  return { otherwise: 'rejected', byText: true, isTurnedAway: false };
}
