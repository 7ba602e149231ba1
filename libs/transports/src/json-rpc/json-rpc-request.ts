import type { UpstreamCall } from '@assay/gateway';
import type { JsonRpcCall } from '@assay/importing';
import { withoutEnd } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { BuiltRequest } from '../http/build-request.js';
import { traceContextOf } from '../trace-context.js';

/** How the idempotency key is named among the params, as in MCP. */
export const keyMember = 'assay/idempotencyKey';

type Input = UpstreamCall['input'];

/**
 * The params of a call: the input by name, or the values of its properties by position, those missing at the end left
 * out. Undefined for a call without any, which then has no `params` member.
 */
function paramsOf(input: Input, { positional }: JsonRpcCall): Input | unknown[] | undefined {
  if (positional === undefined) return Object.keys(input).length === 0 ? undefined : input;
  const given = positional.findLastIndex((name) => input[name] !== undefined) + 1;
  return given === 0 ? undefined : positional.slice(0, given).map((name) => input[name] ?? null);
}

/**
 * A call as one HTTP request. The key travels as the header `Idempotency-Key`, and to a tool that declares `honoursKey`
 * also as `_meta` of its named params: a server that has never heard of it might refuse an unknown param. Positional
 * params have no place for it.
 */
export function jsonRpcRequest(
  call: UpstreamCall,
  endpoint: JsonRpcCall,
  id: string,
  address: Server['http'] = call.server?.http ?? null,
): BuiltRequest {
  const { manifest, input, idempotencyKey } = call;
  const url = new URL(
    endpoint.url.startsWith('/') ? `${withoutEnd(address?.url ?? '', '/')}${endpoint.url}` : endpoint.url,
  );
  const own = address !== null && new URL(address.url).origin === url.origin ? address : null;
  for (const [name, value] of Object.entries(own?.query ?? {})) url.searchParams.set(name, value);
  const params = paramsOf(input, endpoint);
  const honoured = idempotencyKey !== undefined && manifest.annotations?.honoursKey === true && !Array.isArray(params);
  const keyed =
    honoured && endpoint.positional === undefined ? withKey(params as Input | undefined, idempotencyKey) : params;
  const method = endpoint.method ?? manifest.name.slice(manifest.name.indexOf('/') + 1);
  const message = { jsonrpc: '2.0', id, method, ...(keyed !== undefined && { params: keyed }) };
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      ...traceContextOf(call),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...lowerCased(own?.headers),
    },
    body: Buffer.from(JSON.stringify(message)),
  };
}

function withKey(params: Input | undefined, key: string): Input {
  const { _meta: meta } = params ?? {};
  const former = typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? meta : {};
  return { ...params, _meta: { ...former, [keyMember]: key } };
}

const lowerCased = (headers: NonNullable<Server['http']>['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
