import { describe, expect, it } from '@jest/globals';
import { doubtful, issuePath, misshapen, wrong } from './server-issue.js';

describe('issues of a server.json', () => {
  it.each([
    ['an error of meaning', wrong, 'error', 'semantic'],
    ['a warning', doubtful, 'warning', 'linter'],
    ['an error of shape', misshapen, 'error', 'schema'],
  ])('builds %s', (_, build, severity, type) => {
    expect(build('name', 'bad-name', 'is bad')).toEqual({
      severity,
      type,
      path: 'name',
      reference: 'bad-name',
      message: 'is bad',
    });
  });

  it.each<[PropertyKey[], string]>([
    [[], ''],
    [['name'], 'name'],
    [['packages', 0, 'transport', 'url'], 'packages[0].transport.url'],
    [['a', 1, 2], 'a[1][2]'],
  ])('writes the keys %j as "%s"', (keys, path) => expect(issuePath(keys)).toBe(path));
});
