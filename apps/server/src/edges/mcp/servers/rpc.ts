import { errorTable } from '@assay/contracts';
import type { Reply } from '@assay/gateway';
import type { Failure } from '@assay/kernel';

export const methodNotFound = -32_601;
export const invalidParams = -32_602;

export const refusal = (code: number, message: string): Reply => ({ error: { code, message } });

/** A failure in the words of JSON-RPC. */
export function failureReply({ code, message, retryAfterMs, data }: Failure): Reply {
  const { jsonRpc } = errorTable[code];
  const beside = { code, ...(retryAfterMs !== undefined && { retryAfterMs }), ...data };
  return { error: { code: jsonRpc, message, data: { 'assay/error': beside } } };
}
