import { describe, expect, it } from '@jest/globals';
import { classifyText } from './classify-text.js';

const kindOf = (text: string, input: Readonly<Record<string, unknown>> = {}, properties: readonly string[] = []) =>
  classifyText(text, { input, properties }).kind;

describe('classifyText', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.7:5432', 'refused'],
    ['getaddrinfo ENOTFOUND db.internal', 'refused'],
    ['Request timed out after 30 s', 'timed_out'],
    ['TypeError: fetch failed', 'lost'],
    ['read ECONNRESET', 'lost'],
    ['503 Service Unavailable', 'away'],
    ['API rate limit exceeded, status code 403', 'rate_limited'],
    ['You are sending requests too quickly', 'rate_limited'],
    ['401 Unauthorized', 'credential'],
    ['Request failed with status code 500', 'broken'],
    ['(sqlite3.OperationalError) no such table: project', 'broken'],
    ["Executable doesn't exist at /usr/lib/chrome", 'broken'],
    ["ModuleNotFoundError: No module named 'pandas'", 'broken'],
    ['boom\n    at run (server.js:12:3)\n', 'broken'],
    ['Unknown tool: excel_read', 'missing_tool'],
    ['timeout must be a positive number', 'invalid'],
    ['Call open_canvas first', 'invalid'],
    ['Access denied', 'invalid'],
    ['Out of stock', 'rejected'],
  ])('takes %j for %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    ["ENOENT: no such file or directory, open '/a/b.csv'", { path: '/a/b.csv' }, 'not_found'],
    ['User 42 does not exist', { id: 42 }, 'not_found'],
    ['Customer not found', { customer_id: 'x1' }, 'not_found'],
    ['no such table: orders', { sql: 'SELECT * FROM orders' }, 'not_found'],
    ['getaddrinfo ENOTFOUND nowhere.example', { url: 'https://nowhere.example/a' }, 'not_found'],
    ['Nothing about connection refused here', { query: 'connection refused' }, 'rejected'],
  ] as const)('takes %j, asked with %j, for %s', (text, input, kind) => {
    expect(kindOf(text, input)).toBe(kind);
  });

  it('knows a host of the caller’s that is away: nobody can blame the tool for it', () => {
    const input = { url: 'https://slow.example/' };
    const named = classifyText('Timeout 30000ms exceeded: https://slow.example/', { input });
    expect(named).toMatchObject({ kind: 'timed_out', isCallersTarget: true });
    expect(classifyText('Timeout of the search engine', { input })).toMatchObject({ isCallersTarget: false });
  });

  it('says what names the request', () => {
    expect(classifyText('city is required', { input: {} }).namesRequest).toBe(true);
    expect(classifyText('it did not work', { input: {} }).namesRequest).toBe(false);
  });

  it('takes what a text does not say for what it is given', () => {
    expect(classifyText('hm', { input: {}, otherwise: 'broken' }).kind).toBe('broken');
  });
});
