/** The requests of each protocol form, ready for the raw load generator. */
import { fixedHeaders, postBytes } from './raw-http.mjs';

const legacyVersion = '2025-11-25';
const modernVersion = '2026-07-28';
const clientInfo = { name: 'assay-bench', version: '1.0.0' };

const echoed = (message) => `Echo: ${message}`;

async function post(url, headers, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return { response, text };
}

/** Opens one 2025-11-25 session and gives back the headers its requests carry. */
async function openSession(url, headers) {
  const initialize = {
    jsonrpc: '2.0',
    id: 'open',
    method: 'initialize',
    params: { protocolVersion: legacyVersion, capabilities: {}, clientInfo },
  };
  const { response, text } = await post(url, headers, initialize);
  const version = /"protocolVersion":"([^"]+)"/.exec(text)?.[1] ?? legacyVersion;
  const session = response.headers.get('mcp-session-id');
  const own = { ...headers, 'mcp-protocol-version': version, ...(session ? { 'mcp-session-id': session } : {}) };
  await post(url, own, { jsonrpc: '2.0', method: 'notifications/initialized' });
  return own;
}

/** Every call in one session of the 2025-11-25 revision. `call(message)` is the params of tools/call. */
export async function legacyMcp(address, call, headers = {}) {
  const url = new URL(address);
  const own = await openSession(url, headers);
  const fixed = fixedHeaders(url);
  return {
    url,
    request(number) {
      const message = `m${number}.`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: number, method: 'tools/call', params: call(message) });
      return { bytes: postBytes(url, fixed, own, body), expected: echoed(message) };
    },
  };
}

/** Every call by itself, in the stateless form of the 2026-07-28 revision. */
export async function modernMcp(address, call, headers = {}) {
  const url = new URL(address);
  const fixed = fixedHeaders(url);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    url,
    request(number) {
      const message = `m${number}.`;
      const params = { ...call(message), _meta };
      const body = JSON.stringify({ jsonrpc: '2.0', id: number, method: 'tools/call', params });
      const own = {
        ...headers,
        'mcp-protocol-version': modernVersion,
        'mcp-method': 'tools/call',
        'mcp-name': params.name,
      };
      return { bytes: postBytes(url, fixed, own, body), expected: echoed(message) };
    },
  };
}

/** Plain JSON to `address`; `body(message)` is what is sent. */
export async function json(address, body, headers = {}) {
  const url = new URL(address);
  const fixed = fixedHeaders(url);
  return {
    url,
    request(number) {
      const message = `m${number}.`;
      return { bytes: postBytes(url, fixed, headers, JSON.stringify(body(message))), expected: echoed(message) };
    },
  };
}
