import { describe, expect, it } from '@jest/globals';
import {
  hasUserinfo,
  mask,
  secretArguments,
  secretsIn,
  secretsInArguments,
  withoutSecretArguments,
  withoutSecretsIn,
} from './address-secrets.js';

const key = `sk-proj-${'a1B2'.repeat(8)}`;

describe('secrets in an address', () => {
  it.each([
    ['https://user:hunter2@api.example/mcp', 'hunter2'],
    ['postgresql://app:s3cret@db.internal:5432/shop', 's3cret'],
    ['https://api.example/mcp?api_key=abc123', 'abc123'],
    ['https://api.example/mcp?a=1&access_token=abc123&b=2', 'abc123'],
    ['https://api.example/mcp?x-api-key=abc123', 'abc123'],
    ['https://api.example/mcp?my_service_token=abc123#top', 'abc123'],
    ['https://api.example/mcp?key=a8f5f167f44f4964e6c998dee827110c', 'a8f5f167f44f4964e6c998dee827110c'],
    [`https://api.example/${key}/mcp`, key],
    ['--password=hunter2', 'hunter2'],
  ])('are found in %s and masked', (text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
    expect(withoutSecretsIn(text)).toBe(text.replace(secret, mask));
  });

  it.each([
    'https://api.example/mcp',
    'https://api.example/mcp?profile=work&key=name&limit=20',
    'https://api.example/mcp?api_key={key}',
    `https://api.example/mcp?token=\${TOKEN}`,
    'https://user@api.example/',
    '/home/me/tokens=all/files',
    '--port=3000',
    '@modelcontextprotocol/server-memory@2026.8.31',
  ])('are not seen in %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
    expect(withoutSecretsIn(text)).toBe(text);
  });

  it('takes time linear in the text', () => {
    const texts = ['a_'.repeat(30_000), 'a=://'.repeat(12_000), `a://${'b'.repeat(60_000)}`, '--a'.repeat(20_000)];
    for (const text of texts) expect(secretsIn(text)).toEqual([]);
  });
});

describe('a user in an address', () => {
  it.each([
    ['https://user:pass@api.example/', true],
    ['https://user@api.example/', true],
    ['https://api.example/?q=a@b', false],
    ['not an address', false],
  ])('of %s: %s', (address, expected) => {
    expect(hasUserinfo(address)).toBe(expected);
  });
});

describe('the arguments of a command', () => {
  const args = ['-y', 'server', '--api-key', 'abc', '--root', '/srv', 'postgresql://a:pw9@h/db', '--token'];

  it('are masked where they contain a secret, or follow an option that expects one', () => {
    expect(withoutSecretArguments(args)).toEqual([
      ...['-y', 'server', '--api-key', mask, '--root', '/srv', `postgresql://a:${mask}@h/db`, '--token'],
    ]);
    expect(secretArguments(args)).toEqual([false, false, false, true, false, false, true, false]);
    expect(secretsInArguments(args)).toEqual(['abc', 'pw9']);
  });
});
