import { describe, expect, it } from '@jest/globals';
import { nestsDeeper } from './json-rpc.js';
import { redactor, secretsOf } from './redact.js';
import { readToolResult } from './tool-result.js';

describe('the result of a tool', () => {
  it.each([
    [{ content: [] }],
    [{ content: [{ type: 'text', text: '' }], isError: true }],
    [{ structuredContent: { a: 1 } }],
    [{ content: [{ type: 'something-new', x: 1 }], resultType: 'complete' }],
    [{ content: [{ type: 'resource', resource: { uri: 'file:///x', text: 'x' } }] }],
  ])('%j is one', (result) => {
    expect(readToolResult('a/b', result)).toMatchObject({ ok: true, value: { source: 'mcp:a/b' } });
  });

  it('is read with what travels beside it for programs', () => {
    const read = readToolResult('a/b', { content: [], _meta: { 'example.com/x': 1 } });
    expect(read).toMatchObject({ value: { meta: { 'example.com/x': 1 } } });
    expect(readToolResult('a/b', { content: [], _meta: 'odd' })).toEqual({
      ok: true,
      value: { content: [], isError: false, source: 'mcp:a/b' },
    });
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ content: 'text' }],
    [{ content: ['text'] }],
    [{ content: [{ type: 'text' }] }],
    [{ content: [{ type: 'image', data: 'x' }] }],
    [{ content: [], isError: 'yes' }],
    [{ content: [], resultType: 'input_required' }],
    [{ content: [{ type: 'resource' }] }],
  ])('%j is none', (result) => {
    expect(readToolResult('a/b', result)).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
  });
});

describe('nesting', () => {
  it('is counted in objects and arrays', () => {
    expect(nestsDeeper({ a: [{ b: 1 }] }, 3)).toBe(false);
    expect(nestsDeeper({ a: [{ b: 1 }] }, 2)).toBe(true);
    expect(nestsDeeper('flat', 0)).toBe(false);
  });
});

describe('secrets', () => {
  it('are hidden, longest first, whole headers and their parts', () => {
    const secrets = secretsOf({
      env: { A: 'short-one', B: 'abc' },
      headers: { authorization: 'Bearer short-one-more' },
    });
    expect(redactor(secrets)('got short-one-more, short-one and abc')).toBe('got [hidden], [hidden] and abc');
  });
});
