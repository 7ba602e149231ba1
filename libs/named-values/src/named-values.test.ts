import { describe, expect, it } from '@jest/globals';
import { namedValues } from './named-values.js';

const reported = (text: string) => namedValues(text).map((it) => [it.class, text.slice(it.start, it.end)]);

describe('namedValues', () => {
  it.each([
    ['password: hunter-22', 'secret.password', 'hunter-22'],
    ['The password = "s3cr3t pass"', 'secret.password', 's3cr3t'],
    ['export API_KEY=abc123def', 'secret.api-key', 'abc123def'],
    ['{"client_secret":"a1b2c3d4"}', 'secret.client-secret', 'a1b2c3d4'],
    ['Your API key: **a1b2c3d4**', 'secret.api-key', 'a1b2c3d4**'],
    ['SSN: 536-22-1234', 'personal.national-id', '536-22-1234'],
  ])('%s', (text, found, value) => {
    expect(reported(text)).toEqual([[found, value]]);
  });

  it.each([
    'password: string',
    'The password is required: choose one',
    'api_key: your_key_here',
    'Set the secret: see https://docs.example/secrets',
    'name: Ada Lovelace',
    'token: 42',
    'password:',
    '::==::==',
  ])('finds nothing in %s', (text) => {
    expect(reported(text)).toEqual([]);
  });

  it('finds every one, and reads a long text once', () => {
    expect(reported('password: aaaa-1111, api_key: bbbb-2222')).toHaveLength(2);
    expect(reported('password:='.repeat(50_000)).length).toBeLessThan(10);
    expect(reported(`password: ${'a1'.repeat(100_000)}`)).toEqual([]);
  });
});
