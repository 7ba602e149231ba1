import { describe, expect, it } from '@jest/globals';
import { plainSessionCall, plainStatelessCall } from './plain-call.js';

const both = 'application/json, text/event-stream';
const call = (params: object = {}, parts: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'call_tool', arguments: {}, ...params },
  ...parts,
});
const asked = (body: unknown, headers: Record<string, string | undefined> = {}, method = 'POST') => ({
  method,
  headers: { accept: both, 'content-type': 'application/json', ...headers },
  body,
});
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const agreeing = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'call_tool' };

describe('plainSessionCall', () => {
  it('knows a plain call, with a text or a number for its id', () => {
    expect(plainSessionCall(asked(call()))?.params.name).toBe('call_tool');
    expect(plainSessionCall(asked(call({}, { id: 'a' }), { 'mcp-protocol-version': '2025-11-25' }))?.id).toBe('a');
  });

  // what it is, request
  it.each([
    ['another method of HTTP', asked(call(), {}, 'DELETE')],
    ['another method of the protocol', asked(call({}, { method: 'tools/list' }))],
    ['a notification', asked(call({}, { id: undefined }))],
    ['a batch', asked([call()])],
    ['a wish for progress', asked(call({ _meta: { progressToken: 1 } }))],
    ['a task', asked(call({ task: { ttl: 1 } }))],
    ['arguments that are no object', asked(call({ arguments: [] }))],
    ['an unknown revision', asked(call(), { 'mcp-protocol-version': '1999-01-01' })],
    ['a client that takes no stream', asked(call(), { accept: 'application/json' })],
    ['another kind of body', asked(call(), { 'content-type': 'text/plain' })],
    ['a call of the stateless revision', asked(call({ _meta: meta }), agreeing)],
    ['no body', asked(undefined)],
  ])('leaves %s to the library', (_, request) => {
    expect(plainSessionCall(request)).toBeUndefined();
  });
});

describe('plainStatelessCall', () => {
  it('knows a plain call whose headers agree with it', () => {
    expect(plainStatelessCall(asked(call({ _meta: meta }), agreeing))?.params.name).toBe('call_tool');
  });

  // what it is, request
  it.each([
    ['no envelope', asked(call(), agreeing)],
    [
      'another revision in the body',
      asked(call({ _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': 'x' } }), agreeing),
    ],
    [
      'another revision in the header',
      asked(call({ _meta: meta }), { ...agreeing, 'mcp-protocol-version': '2025-11-25' }),
    ],
    ['another method in the header', asked(call({ _meta: meta }), { ...agreeing, 'mcp-method': 'tools/list' })],
    ['another name in the header', asked(call({ _meta: meta }), { ...agreeing, 'mcp-name': 'search_tools' })],
    ['no name in the header', asked(call({ _meta: meta }), { ...agreeing, 'mcp-name': undefined })],
    ['a wish for progress', asked(call({ _meta: { ...meta, progressToken: 1 } }), agreeing)],
    [
      'a client without a version',
      asked(call({ _meta: { ...meta, 'io.modelcontextprotocol/clientInfo': { name: 'c' } } }), agreeing),
    ],
    [
      'capabilities that are no object',
      asked(call({ _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': 1 } }), agreeing),
    ],
    ['a session', asked(call({ _meta: meta }), { ...agreeing, 'mcp-session-id': 's' })],
  ])('leaves %s to the library', (_, request) => {
    expect(plainStatelessCall(request)).toBeUndefined();
  });
});
