import { deeperThan, type Failure } from '@assay/core';
import { trimmed } from '../mcp/failures.js';
import { isObject } from '../mcp/json-rpc.js';

/** Codes of the specification (JSON-RPC 2.0, section 5.1). */
const parseError = -32_700;
const invalidRequest = -32_600;
const methodNotFound = -32_601;
const invalidParams = -32_602;
const internalError = -32_603;

/** Largest `data` of an error that is passed on, in characters of JSON. */
const dataCap = 8_192;
const dataLevels = 32;

/**
 * The failure that an error object stands for. Invalid params are an invalid input; what the protocol itself turned away
 * never ran; an internal error may have; every other code is the tool's own, which says that it failed.
 */
export function errorFailure(label: string, error: unknown): Failure {
  if (!isObject(error) || typeof error.code !== 'number' || !Number.isInteger(error.code))
    return { code: 'upstream_error', message: `${label} answered with an error that has no code.`, outcome: 'unknown' };
  const { code, message, data } = error;
  const said = typeof message === 'string' && message !== '' ? message : 'an error without a message';
  return {
    ...meaningOf(code),
    message: trimmed(`${label} answered with the error ${code}: ${said}`),
    data: { upstreamError: { code, message: trimmed(said), ...(data !== undefined && { data: kept(data) }) } },
  };
}

function meaningOf(code: number): Pick<Failure, 'code' | 'outcome'> {
  if (code === invalidParams) return { code: 'invalid_input', outcome: 'none' };
  if (code === parseError || code === invalidRequest || code === methodNotFound)
    return { code: 'upstream_error', outcome: 'none' };
  return { code: code === internalError ? 'upstream_error' : 'tool_error', outcome: 'unknown' };
}

/** The data of an error, or the beginning of its text when there is too much of it. */
function kept(data: unknown): unknown {
  if (deeperThan(data, dataLevels)) return '(nested too deeply to be shown)';
  const text = JSON.stringify(data) ?? 'null';
  return text.length <= dataCap ? data : `${text.slice(0, dataCap)}…`;
}
