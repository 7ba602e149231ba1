import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkServerName, checkTitle, checkVersion } from './check-name.js';

describe('the name of a server', () => {
  it.each(['com.example/my-server', 'io.github.a-b/x_1', 'ab/cd'])('accepts %s', (name) => {
    expect(checkServerName(name)).toEqual([]);
  });

  it.each([
    'a/b',
    '',
    'name',
    '/name',
    'com.example/',
    'com.example/a/b',
    '-a.b/cd',
    'a.b./cd',
    'a_b/cd',
    'a.b/.cd',
    'a.b/c d',
  ])('refuses "%s"', (name) =>
    expect(checkServerName(name)).toEqual([expect.objectContaining({ reference: 'invalid-server-name' })]),
  );
});

describe('a version', () => {
  const check = (version: string, path = 'version') =>
    checkVersion(version, path).map(({ severity, reference }) => `${severity} ${reference}`);

  it.each(['1.0.0', '2024-01-01', '1.0.0-rc.1', 'v3'])('accepts %s', (version) => expect(check(version)).toEqual([]));

  it.each([
    ['latest', 'error reserved-version-string'],
    ['..', 'error version-not-addressable'],
    ['1\u0000', 'error version-with-control-character'],
    ['^1.2.3', 'error version-looks-like-range'],
    ['1.x', 'error version-looks-like-range'],
    ['>=1.0.0 <2.0.0', 'error version-looks-like-range'],
  ])('reports %j', (version, reported) => expect(check(version)).toEqual([reported]));

  it('only has to be addressable for the server itself', () => {
    expect(check('.', 'packages[0].version')).not.toContain('error version-not-addressable');
  });
});

it.each<[string | undefined, number]>([
  [undefined, 0],
  ['A title', 0],
  [' \t', 1],
  ['', 1],
])('a title of %j has %i issues', (title, count) => {
  expect(checkTitle({ ...aServerJson(), ...(title !== undefined && { title }) })).toHaveLength(count);
});
