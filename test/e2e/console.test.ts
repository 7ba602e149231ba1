import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';

let house: House;

beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the console at the root', () => {
  it.each(['/', '/tools/acme/mail.send', '/sign-in', '/no/such/page'])(
    'answers %s with its one document',
    async (path) => {
      const page = await house.anonymous.get<string>(path, browser);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/);
      expect(policy).not.toMatch(/unsafe|\*|data:/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(page.body).not.toMatch(/<script>|<style|onclick|style=/);
    },
  );

  it('sends files that keep for good, compressed when they were built', async () => {
    const page = await house.anonymous.get<string>('/', browser);
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page.body) ?? [];
    const file = await house.anonymous.get(script ?? '', { headers: { 'accept-encoding': 'br' } });
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '/v1/no-such-route',
    '/v0/none',
    '/mcp/none',
    '/docs/none',
    '/assets/none.js',
    '/assets/..%2f..%2fpackage.json',
  ])('leaves %s to those who own it', async (path) => {
    const answer = await house.anonymous.get(path, browser);
    expect(answer.headers.get('content-type')).not.toMatch(/text\/html/);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('answers programs as before', async () => {
    const answer = await house.anonymous.get<{ code: string }>('/no/such/page');
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await house.anonymous.post('/no/such/page', {}, browser)).status).toBe(404);
  });
});
