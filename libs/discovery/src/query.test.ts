import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './query.js';

const parsed = (request: Parameters<typeof parseQuery>[0]) => {
  const result = parseQuery(request);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('parseQuery', () => {
  it('reads the beginning of a very long task, and says so', () => {
    const { text, warnings } = parsed({ query: `send mail ${'x'.repeat(5_000)}` });
    expect(text).toHaveLength(4_000);
    expect(warnings).toEqual([
      expect.stringMatching(/^the query has 5010 characters, and the first 4000 were searched for/),
    ]);
  });

  it('fills in the defaults', () => {
    expect(parsed({ query: '  send mail ' })).toEqual({
      text: 'send mail',
      demands: [],
      strict: false,
      warnings: [],
      capabilities: [],
      constraints: { minTrust: 0.5 },
      trustStated: false,
      limit: 10,
      detail: 'schemas',
      candidates: 200,
    });
  });

  it('keeps what is stated; a minimum trust of 0 is 0', () => {
    const query = parsed({
      capabilities: ['mail.send', 'mail.send'],
      constraints: { minTrust: 0, maxCost: 0, version: 'latest', platformVersion: '2' },
      limit: 100,
      detail: 'names',
    });
    expect(query.constraints).toEqual({ minTrust: 0, maxCost: 0, version: 'latest', platformVersion: '2' });
    expect(query).toMatchObject({
      text: '',
      capabilities: ['mail.send'],
      trustStated: true,
      limit: 100,
      detail: 'names',
    });
  });

  it('asks the index for more than it will show', () => {
    expect(parsed({ query: 'x', limit: 100 }).candidates).toBe(400);
  });

  it('takes tags and demands out of the text', () => {
    expect(parsed({ query: 'rows #data.query, free', capabilities: ['mail', 'data.query'] })).toMatchObject({
      text: 'rows',
      capabilities: ['mail', 'data.query'],
      demands: [{ words: '#data.query' }, { words: 'free', constraint: { maxCost: 0 } }],
      constraints: { minTrust: 0.5 },
    });
  });

  it.each([
    ['   ', 'give a query, capabilities, or both'],
    ['protocol:http, free', 'the query holds constraints only ("protocol:http", "free"): also describe what you need'],
    [`mail ${'stage:beta '.repeat(17)}`, 'the query holds 17 constraints; the maximum is 16'],
  ])('refuses "%s"', (query, message) => {
    expect(parseQuery({ query })).toMatchObject({
      error: { code: 'invalid_request', message, issues: [{ path: '/query', message }] },
    });
  });

  it('refuses ranges and versions it cannot read, all at once', () => {
    const result = parseQuery({ query: 'x', constraints: { version: 'new', platformVersion: 'two' } });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_request',
        issues: [{ path: '/constraints/version' }, { path: '/constraints/platformVersion' }],
      },
    });
  });
});
