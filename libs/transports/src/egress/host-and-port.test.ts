import { describe, expect, it } from '@jest/globals';
import { hostAndPort } from './host-and-port.js';

describe('hostAndPort', () => {
  it.each([
    ['http://tools.example.org/a', 'tools.example.org', 80],
    ['https://tools.example.org', 'tools.example.org', 443],
    ['https://tools.example.org:8443/', 'tools.example.org', 8443],
    ['postgresql://me:secret@database/assay', 'database', 5432],
    ['postgres://127.0.0.1:6000/assay', '127.0.0.1', 6000],
    ['rediss://[::1]', '[::1]', 6379],
    ['ftp://files', 'files', 0],
  ])('of %s', (url, host, port) => {
    expect(hostAndPort(new URL(url))).toEqual({ host, port });
  });
});
