import { describe, expect, it } from '@jest/globals';
import { publicUrlOf } from './public-url.js';

describe('publicUrlOf', () => {
  it.each([
    [{ publicUrl: 'https://assay.example.org', host: '0.0.0.0' }, 'https://assay.example.org'],
    [{ publicUrl: null, host: '127.0.0.1' }, 'http://127.0.0.1:4321'],
    [{ publicUrl: null, host: '0.0.0.0' }, 'http://127.0.0.1:4321'],
    [{ publicUrl: null, host: '::' }, 'http://[::1]:4321'],
    [{ publicUrl: null, host: 'assay.lan' }, 'http://assay.lan:4321'],
  ])('gives for %j the address %s', (config, expected) => {
    expect(publicUrlOf(config, 4321)).toBe(expected);
  });
});
