import { jsonRpcFault, saidFailure, upstreamFailure } from '@assay/gateway';
import { deeperThan, type Failure, isObject } from '@assay/kernel';
import { trimmed } from '../mcp/failures.js';

/** Largest `data` of an error that is passed on, in characters of JSON. */
const dataCap = 8_192;
const dataLevels = 32;

/** The failure for an error object; if its code is ambiguous, its text decides (see `jsonRpcFault`). */
export function errorFailure(label: string, error: unknown): Failure {
  if (!isObject(error) || typeof error.code !== 'number' || !Number.isInteger(error.code))
    return { code: 'upstream_error', message: `${label} answered with an error that has no code.`, outcome: 'unknown' };
  const { code, message, data } = error;
  const said = typeof message === 'string' && message !== '' ? message : 'an error without a message';
  const { otherwise, byText, isTurnedAway } = jsonRpcFault(code);
  const text = trimmed(`${label} answered with the error ${code}: ${said}`);
  const failure = byText ? saidFailure(otherwise, said, text) : upstreamFailure(otherwise, text);
  return {
    ...failure,
    ...(isTurnedAway && { outcome: 'none' }),
    data: { upstreamError: { code, message: trimmed(said), ...(data !== undefined && { data: kept(data) }) } },
  };
}

/** The data of an error, or the beginning of its text when there is too much of it. */
function kept(data: unknown): unknown {
  if (deeperThan(data, dataLevels)) return '(nested too deeply to be shown)';
  const text = JSON.stringify(data) ?? 'null';
  return text.length <= dataCap ? data : `${text.slice(0, dataCap)}…`;
}
