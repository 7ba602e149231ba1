import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coversHost, isListed, isWithin, listedReach, plainPath } from './host-access.js';

describe('paths', () => {
  it('are plain: absolute, without steps up', () => {
    expect(plainPath('/data/../data//rates/./a.csv')).toBe('/data/rates/a.csv');
    expect(plainPath('/../..')).toBe('/');
    expect([plainPath('data/a'), plainPath('/data\0')]).toEqual([null, null]);
  });

  it('are within a folder, not beside it', () => {
    expect(isWithin('/data/a', '/data')).toBe(true);
    expect(isWithin('/data', '/data')).toBe(true);
    expect(isWithin('/database', '/data')).toBe(false);
    expect(isWithin('/any', '/')).toBe(true);
  });

  it('stay within the folder they are listed by, whatever they are made of', () => {
    const step = fc.constantFrom('..', '.', '', 'a', 'b', '...');
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const path = `/data/${steps.join('/')}`;
        const plain = plainPath(path) as string;
        expect(plain.split('/')).not.toContain('..');
        expect(isListed('folders', path, ['/data'])).toBe(plain === '/data' || plain.startsWith('/data/'));
      }),
    );
  });
});

describe('hosts', () => {
  it.each([
    ['api.example.org', 'API.example.org', 443, true],
    ['api.example.org', 'api.example.org', 8080, false],
    ['api.example.org:8080', 'api.example.org', 8080, true],
    ['*.example.org', 'api.example.org', 443, true],
    ['*.example.org', 'example.org', 443, false],
    ['*.example.org', 'evilexample.org', 443, false],
    ['api.example.org', 'api.example.org.evil.net', 443, false],
  ])('%s covers %s at %i: %s', (entry, host, port, covered) => expect(coversHost(entry, host, port)).toBe(covered));

  it('are on a list when the list covers them', () => {
    const listed = ['*.example.org', 'db.internal:8080'];
    const isOn = (entry: string) => isListed('hosts', entry, listed);
    expect(['api.example.org', '*.example.org', 'db.internal:8080'].map(isOn)).toEqual([true, true, true]);
    expect(['*.api.example.org', 'db.internal', 'other.org', 'api.example.org:22'].map(isOn)).toEqual(
      Array(4).fill(false),
    );
  });
});

it('reaches what is declared and still on the lists', () => {
  const lists = { folders: ['/data'], variables: ['REGION'], hosts: [] };
  const access = { folders: ['/data/rates', '/etc'], variables: ['REGION', 'PATH'], hosts: ['api.example.org'] };
  expect(listedReach(access, lists)).toEqual({ folders: ['/data/rates'], variables: ['REGION'], hosts: [] });
  expect(listedReach(undefined, lists)).toEqual({ folders: [], variables: [], hosts: [] });
});
