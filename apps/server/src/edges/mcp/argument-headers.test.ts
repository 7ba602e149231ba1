import { describe, expect, it } from '@jest/globals';
import { headerProblem } from './argument-headers.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    size: { type: 'integer' },
    place: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
  },
};
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('headers that repeat arguments', () => {
  it.each([
    [{}, {}],
    [{ size: 1 }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'Zürich' }, { 'mcp-param-region': base64('Zürich') }],
    [{ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
    [{ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    [{ place: { zone: 'a' } }, { 'mcp-param-zone': 'a' }],
  ])('fit %j with %j', (input, headers) => {
    expect(headerProblem(schema, input, headers)).toBeUndefined();
  });

  it.each([
    [{ region: 'eu' }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
    [{}, { 'mcp-param-region': 'us' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    [{ place: { zone: 'a' } }, { 'mcp-param-zone': 'b' }],
  ])('do not fit %j with %j', (input, headers) => {
    expect(headerProblem(schema, input, headers)).toContain('Mcp-Param-');
  });
});
