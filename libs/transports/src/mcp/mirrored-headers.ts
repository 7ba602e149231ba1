import { isObject } from '@assay/kernel';
import type { JsonObject } from './json-rpc.js';

/** What of the params of these methods goes into the header for names. */
const namedBy: Readonly<Record<string, string>> = {
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Headers the 2026-07-28 revision wants beside a request over HTTP, so that proxies can route without reading the body:
 * the method, the name of the tool or prompt, the resource's address or the task's id, and those arguments whose schema carries `x-mcp-header`.
 */
export function mirroredHeaders(method: string, params: JsonObject, inputSchema: unknown): Record<string, string> {
  const headers: Record<string, string> = { 'mcp-method': method };
  const name = params[namedBy[method] ?? 'name'];
  if (typeof name === 'string') headers['mcp-name'] = headerValue(name);
  addArguments(headers, inputSchema, params.arguments, 8);
  return headers;
}

function addArguments(headers: Record<string, string>, schema: unknown, value: unknown, levels: number): void {
  if (levels === 0 || !isObject(schema) || !isObject(schema.properties) || !isObject(value)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    const argument = Object.hasOwn(value, name) ? value[name] : undefined;
    const text = argumentText(argument);
    const header = isObject(property) ? property['x-mcp-header'] : undefined;
    if (isToken(header) && text !== null) headers[`mcp-param-${header.toLowerCase()}`] = headerValue(text);
    addArguments(headers, property, argument, levels - 1);
  }
}

const isToken = (name: unknown): name is string =>
  typeof name === 'string' && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);

function argumentText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

/** Text that is not plain ASCII, or could be misread, travels in base64 between the marks the protocol defines. */
function headerValue(text: string): string {
  const plain = /^[\x20-\x7e\t]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
