import { AesSealer } from '@assay/authentication';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { beginningLastsMs, type KeptSignIn, keepSignIn, keptSignIn, localPath } from './begun-sign-in.js';

const sealer = new AesSealer('a key of at least thirty-two characters');
const begun: KeptSignIn = { secrets: '{}', next: '/inbox', confirm: false, expiresAt: beginningLastsMs };

function cookieOf(isSecure: boolean): string {
  const headers: string[] = [];
  const reply = { getHeader: () => undefined, header: (_: string, value: string[]) => headers.push(...value) };
  keepSignIn(reply as unknown as FastifyReply, sealer, begun, isSecure);
  return headers[0] ?? '';
}
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';
const read = (cookie: string, isSecure = false, now = 0) => keptSignIn({ headers: { cookie } }, sealer, isSecure, now);

describe('a sign-in that has begun', () => {
  it('is read back by the same browser until it expires', () => {
    const pair = pairOf(cookieOf(false));
    expect(read(`a=b; ${pair}`)).toEqual(begun);
    expect(read(pair, false, beginningLastsMs)).toBeUndefined();
  });

  it('keeps nothing readable, and a cookie that no other host can set where there is https', () => {
    expect(cookieOf(true)).toMatch(
      /^__Host-assay_issuer=[^;{]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(cookieOf(false)).not.toContain('inbox');
  });

  it.each([
    ['no cookie', ''],
    ['another value', 'assay_issuer=e30'],
    ['two cookies of the name', `${pairOf(cookieOf(false))}; ${pairOf(cookieOf(false))}`],
  ])('is none with %s', (_, cookie) => {
    expect(read(cookie)).toBeUndefined();
  });
});

describe('where a person continues', () => {
  it.each(['/', '/tools/acme/mail?tab=try#x'])('keeps %s', (path) => expect(localPath(path)).toBe(path));
  it.each([undefined, 'inbox', '//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example'])(
    'is the first page for %s',
    (path) => expect(localPath(path)).toBe('/'),
  );
});
