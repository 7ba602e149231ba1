import { describe, expect, it } from '@jest/globals';
import { basicSecret } from './basic-secret.js';

function pairOf(id: string, secret: string): string {
  const headers = new Headers();
  void basicSecret(secret)({ issuer: 'https://i.example' }, { client_id: id }, new URLSearchParams(), headers);
  const [scheme, value = ''] = (headers.get('authorization') ?? '').split(' ');
  expect(scheme).toBe('Basic');
  return Buffer.from(value, 'base64').toString('utf8');
}

describe('a secret as HTTP Basic', () => {
  it.each([
    ['pre-registered.client_1', 's-e_c.r*et', 'pre-registered.client_1:s-e_c.r*et'],
    ['a:b', 'c d', 'a%3Ab:c+d'],
    ['ü', '100%&=', '%C3%BC:100%25%26%3D'],
  ])('%s, %s', (id, secret, expected) => {
    expect(pairOf(id, secret)).toBe(expected);
  });
});
