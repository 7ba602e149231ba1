import { describe, expect, it } from '@jest/globals';
import { grpcTarget } from './grpc-address.js';

describe('grpcTarget', () => {
  it.each([
    ['shop.example:443', 'shop.example', 443, true],
    ['localhost:50051', 'localhost', 50_051, false],
    ['127.0.0.1:1', '127.0.0.1', 1, false],
    ['[::1]:50051', '::1', 50_051, false],
    ['[2001:db8::1]:50051', '2001:db8::1', 50_051, true],
    ['https://shop.example', 'shop.example', 443, true],
    ['grpcs://Shop.Example', 'shop.example', 443, true],
    ['http://shop.example/', 'shop.example', 80, false],
    ['grpc://shop.example:9000', 'shop.example', 9_000, false],
    ['grpcs://localhost:9000', 'localhost', 9_000, true],
  ])('reads %s', (address, host, port, isEncrypted) => {
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    expect(grpcTarget(address)).toEqual({ host, port, isEncrypted, authority });
  });

  it.each([
    'shop.example',
    'grpc://shop.example',
    'shop.example:0',
    'shop.example:70000',
    'ftp://x:1',
    'a:1:2',
    '::1:5',
    'x:1/path',
  ])('refuses %s', (address) => {
    expect(grpcTarget(address)).toBeUndefined();
  });
});
