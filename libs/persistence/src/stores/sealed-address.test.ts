import { createHash } from 'node:crypto';
import type { Sealer } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { openAddress, openHttpAddress, sealAddress, sealHttpAddress } from './sealed-address.js';

const sealer: Sealer = {
  seal: (plain, context) => `${context}|${plain.split('').reverse().join('')}`,
  open: (sealed, context) => {
    if (!sealed.startsWith(`${context}|`)) throw new Error('another place');
    return sealed
      .slice(context.length + 1)
      .split('')
      .reverse()
      .join('');
  },
  isPresent: () => true,
  rewrap: (sealed) => sealed,
  mac: (text) => createHash('sha256').update(text).digest('base64url'),
};

const server = { id: 'one', label: 'acme/orders' };

describe('sealAddress', () => {
  it.each([
    { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer abc', 'X-Empty': '' } },
    { url: 'https://a.example/mcp' },
    { command: 'node', args: ['server.js', '--token=shown'], env: { TOKEN: 'abc' } },
    { command: 'node' },
    { command: 'node', args: ['assay-sealed:', '--token', 'assay-sealed:x', ''] },
    { url: 'https://a.example/mcp?api_key=abc&b=1' },
  ])('hides values, and opens them again: %j', (address) => {
    expect(openAddress(sealer, server, sealAddress(sealer, 'one', address))).toEqual(address);
  });

  it('keeps names readable and no value', () => {
    const sealed = JSON.stringify(sealAddress(sealer, 'one', { command: 'node', env: { TOKEN: 'abc-secret' } }));
    expect(sealed).toContain('"TOKEN"');
    expect(sealed).not.toContain('abc-secret');
  });

  it('seals an address with a credential in it, and arguments that hold one', () => {
    const url = sealAddress(sealer, 'one', { url: 'https://a.example/mcp?api_key=abc-secret' });
    const args = ['server.js', '--token=abc-secret', '--password', 'abc-secret', 'postgresql://a:abc-secret@h/d'];
    const command = sealAddress(sealer, 'one', { command: 'node', args });
    expect(JSON.stringify([url, command])).not.toContain('abc-secret');
    expect(JSON.stringify(command)).toContain('server.js');
  });

  it('does not open a value under another name or for another server', () => {
    const sealed = sealAddress(sealer, 'one', { url: 'https://a.example/mcp', headers: { One: 'abc' } }) as {
      url: string;
      headers: { One: string };
    };
    const moved = { url: sealed.url, headers: { Two: sealed.headers.One } };
    expect(() => openAddress(sealer, server, moved)).toThrow(/secret Two of the server acme\/orders does not open/);
    expect(() => openAddress(sealer, { ...server, id: 'two' }, sealed)).toThrow(/does not open/);
  });
});

describe('sealHttpAddress', () => {
  const address = { url: 'https://api.example', headers: { 'x-key': 'abc-secret' }, query: { 'x-key': 'def-secret' } };

  it('hides the values of headers and query parameters, and opens them again in their own place', () => {
    const sealed = sealHttpAddress(sealer, 'one', address);
    expect(JSON.stringify(sealed)).not.toContain('secret');
    expect(openHttpAddress(sealer, server, sealed)).toEqual(address);
    expect(openHttpAddress(sealer, server, { url: address.url })).toEqual({ url: address.url });
    const swapped = { ...sealed, headers: sealed.query as Record<string, string> };
    expect(() => openHttpAddress(sealer, server, swapped)).toThrow(/secret x-key of the server acme\/orders/);
  });
});
