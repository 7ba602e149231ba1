import { expect, it } from '@jest/globals';
import { isPrivateHost, isSameAddress } from './private-host.js';

it.each([
  ...['localhost', '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.1', '100.64.0.1'],
  ...['[::1]', 'fd00::1', 'db.local', 'api.internal', 'a.localhost'],
])('classifies %s as private', (host) => {
  expect(isPrivateHost(host)).toBe(true);
});

it.each(['example.com', '8.8.8.8', '172.32.0.1', '169.254.169.254', '2606:4700::1', 'local', 'mylocalhost'])(
  'does not take %s for private',
  (host) => {
    expect(isPrivateHost(host)).toBe(false);
  },
);

it('compares addresses, treating every loopback name as the same', () => {
  expect(isSameAddress('localhost:5432', '127.0.0.1:5432')).toBe(true);
  expect(isSameAddress('[::1]:5432', 'localhost:5432')).toBe(true);
  expect(isSameAddress('DB.example:5432', 'db.example:5432')).toBe(true);
  expect(isSameAddress('localhost:5432', 'localhost:5433')).toBe(false);
});
