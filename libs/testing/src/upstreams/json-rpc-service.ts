import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonRpcService {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Every request as it came. */
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  stop(): Promise<void>;
}

type Answer = Record<string, unknown>;
interface Asked {
  readonly id: unknown;
  readonly params: unknown;
  readonly response: ServerResponse;
}

const send = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)]);

/** Ways to misbehave, each at a path of its own. */
const misbehaviours: Readonly<Record<string, (asked: Asked) => void>> = {
  '/mute': () => {},
  '/dies': ({ response }) => response.destroy(),
  '/huge': ({ id, response }) => send(response, { jsonrpc: '2.0', id, result: 'x'.repeat(100_000) }),
  '/deep': ({ id, response }) => send(response, { jsonrpc: '2.0', id, result: nested(100) }),
  '/garbage': ({ response }) => void response.end('<html>no</html>'),
  '/empty': ({ response }) => void response.writeHead(204).end(),
  '/other-id': ({ response }) => send(response, { jsonrpc: '2.0', id: 'another', result: 1 }),
  '/no-id': ({ response }) => send(response, { jsonrpc: '2.0', id: null, result: 1 }),
  '/both': ({ id, response }) => send(response, { jsonrpc: '2.0', id, result: 1, error: { code: 1, message: 'x' } }),
  '/neither': ({ id, response }) => send(response, { jsonrpc: '2.0', id }),
  '/old': ({ id, response }) => send(response, { id, result: 1 }),
  '/batch': ({ id, response }) => send(response, [{ jsonrpc: '2.0', id, result: 1 }]),
  '/no-code': ({ id, response }) => send(response, { jsonrpc: '2.0', id, error: 'broken' }),
  '/redirect': ({ response }) => void response.writeHead(307, { location: '/rpc' }).end(),
  '/limited': ({ response }) => void response.writeHead(429, { 'retry-after': '3' }).end(),
  '/broken': ({ response }) => void response.writeHead(503).end('down for an hour'),
};

/** The methods of the specification's examples (section 7), and some for errors. */
function resultOf(method: unknown, params: unknown, headers: IncomingHttpHeaders): Answer {
  const [a, b] = Array.isArray(params) ? params : [undefined, undefined];
  const named = (params ?? {}) as Record<string, number>;
  if (method === 'subtract')
    return { result: Array.isArray(params) ? a - b : (named.minuend ?? 0) - (named.subtrahend ?? 0) };
  if (method === 'sum') return { result: (params as number[]).reduce((sum, it) => sum + it, 0) };
  if (method === 'get_data') return { result: ['hello', 5] };
  if (method === 'echo') return { result: params ?? null };
  if (method === 'told') return { result: { headers, params: params ?? null } };
  if (method === 'refuse') return { error: { code: -32_602, message: 'Invalid params', data: { path: '/amount' } } };
  if (method === 'fail')
    return {
      error: { code: 42, message: `no ${headers.authorization}`, data: { why: 'x', by: headers.authorization } },
    };
  if (method === 'flood') return { error: { code: 42, message: 'too much', data: 'y'.repeat(50_000) } };
  if (method === 'crash') return { error: { code: -32_603, message: 'Internal error' } };
  return { error: { code: -32_601, message: 'Method not found' } };
}

/** A JSON-RPC 2.0 service at `/rpc`, and at `/status` one that answers errors with HTTP 500; elsewhere it misbehaves. */
export async function startJsonRpcService(): Promise<JsonRpcService> {
  const requests: JsonRpcService['requests'] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [path = '/'] = (request.url ?? '/').split('?');
    requests.push({ path: request.url ?? '/', headers: request.headers, body });
    const { id, method, params } = JSON.parse(body) as Record<string, unknown>;
    const misbehave = misbehaviours[path];
    if (misbehave !== undefined) return misbehave({ id, params, response });
    const answer = resultOf(method, params, request.headers);
    send(response, { jsonrpc: '2.0', id, ...answer }, path === '/status' && 'error' in answer ? 500 : 200);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
