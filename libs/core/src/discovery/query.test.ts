import { describe, expect, it } from '@jest/globals';
import { parseQuery, platformVersion } from './query.js';

const parsed = (request: Parameters<typeof parseQuery>[0]) => {
  const result = parseQuery(request);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('parseQuery', () => {
  it('fills in the defaults', () => {
    expect(parsed({ query: '  send mail ' })).toEqual({
      text: 'send mail',
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

describe('platformVersion', () => {
  it.each([
    ['2', '2.0.0'],
    ['2.1', '2.1.0'],
    ['2.1.3-beta.1', '2.1.3-beta.1'],
  ])('reads %s', (text, expected) => {
    expect(platformVersion(text)?.version).toBe(expected);
  });

  it('reads nothing into other text', () => {
    expect(platformVersion('version 2')).toBeNull();
  });
});
