import { isObject } from '@assay/kernel';
import { type JSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';

/** One well-formed `tools/call` that wants one JSON answer and nothing else. */
export type PlainCall = JSONRPCRequest & { params: { name: string; arguments?: Record<string, unknown> } };

/** What is looked at of a request. */
type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'body'>;

export const statelessRevision = '2026-07-28';
const envelope = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/** The plain call in a request of a session; anything else, right or wrong, is the protocol library's to answer. */
export function plainSessionCall(request: Asked): PlainCall | undefined {
  const { body, headers } = request;
  if (!isJsonPost(request) || !isToolCall(body)) return undefined;
  const version = headers['mcp-protocol-version'];
  const known = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  const meta = body.params._meta;
  return known && (meta === undefined || (isObject(meta) && Object.keys(meta).length === 0)) ? body : undefined;
}

/**
 * The plain call in a request of the stateless revision: the three headers agree with the body, and the body's envelope
 * has its three members and no wish beyond them.
 */
export function plainStatelessCall(request: Asked): PlainCall | undefined {
  const { body, headers } = request;
  if (!isJsonPost(request) || !isToolCall(body) || headers['mcp-session-id'] !== undefined) return undefined;
  const agree =
    headers['mcp-protocol-version'] === statelessRevision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === body.params.name;
  return agree && isBareEnvelope(body.params._meta) ? body : undefined;
}

/** One `tools/call` that asks for more than one JSON answer: on the way as a task, or with answers to questions. */
export type WiderCall = JSONRPCRequest & {
  params: {
    name: string;
    arguments?: Record<string, unknown>;
    inputResponses?: Record<string, unknown>;
    requestState?: string;
    task?: object;
  };
};

const wider = new Set(['name', 'arguments', '_meta', 'inputResponses', 'requestState', 'task']);

/** A well-formed call of the stateless revision, whatever it asks for beside its answer. */
export function widerStatelessCall(request: Asked): WiderCall | undefined {
  const { body, headers } = request;
  if (!isJsonPost(request) || !isToolCall(body, wider) || headers['mcp-session-id'] !== undefined) return undefined;
  const {
    name,
    inputResponses = {},
    requestState = '',
    _meta,
  } = body.params as WiderCall['params'] & { _meta?: unknown };
  const agree =
    headers['mcp-protocol-version'] === statelessRevision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name;
  const isWell = agree && isObject(inputResponses) && typeof requestState === 'string' && isObject(_meta);
  return isWell && _meta[envelope.version] === statelessRevision && isObject(_meta[envelope.capabilities])
    ? (body as WiderCall)
    : undefined;
}

/** A call that a session wants as a task (2025-11-25). */
export function sessionTaskCall(request: Asked): WiderCall | undefined {
  const { body } = request;
  return isJsonPost(request) && isToolCall(body, wider) && isObject((body.params as { task?: unknown }).task)
    ? (body as WiderCall)
    : undefined;
}

const clientMembers = new Set(['name', 'title', 'version']);

function isBareEnvelope(meta: unknown): boolean {
  if (!isObject(meta) || Object.keys(meta).length !== 3 || meta[envelope.version] !== statelessRevision) return false;
  const client = meta[envelope.client];
  return (
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    (client.title === undefined || typeof client.title === 'string') &&
    Object.keys(client).every((key) => clientMembers.has(key)) &&
    isObject(meta[envelope.capabilities])
  );
}

/** Whether a request is a POST that the streamable transport takes. */
export function isJsonPost({ method, headers }: Asked): boolean {
  const { accept = '' } = headers;
  return (
    method === 'POST' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    /^application\/json\b/i.test(headers['content-type'] ?? '')
  );
}

const known = new Set(['name', 'arguments', '_meta']);

function isToolCall(body: unknown, members: ReadonlySet<string> = known): body is PlainCall {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call') return false;
  if (typeof body.id !== 'string' && !Number.isInteger(body.id)) return false;
  const { params } = body;
  return (
    isObject(params) &&
    typeof params.name === 'string' &&
    (params.arguments === undefined || isObject(params.arguments)) &&
    Object.keys(params).every((key) => members.has(key))
  );
}
