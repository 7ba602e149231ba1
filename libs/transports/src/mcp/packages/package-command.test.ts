import { describe, expect, it } from '@jest/globals';
import { packageCommand, packageName } from './package-command.js';

const read = (command: string, ...args: string[]) => packageCommand({ mcp: { command, args } });

describe('the packages of a command', () => {
  it.each<[string[], object]>([
    [['npx', '-y', '@a/b', '/data'], { runner: 'npx', packages: ['@a/b'], program: null, args: ['/data'] }],
    [['/usr/bin/npx', '-y', 'b@1.2.3', '--flag'], { packages: ['b@1.2.3'], args: ['--flag'] }],
    [['npx', '-p', 'one', '--package=two', 'run', 'x'], { packages: ['one', 'two'], program: 'run', args: ['x'] }],
    [['npm', 'exec', '-y', '--', 'b', 'x'], { packages: ['b'], program: null, args: ['x'] }],
    [['uvx', 'a', '--db', 'x'], { runner: 'uvx', packages: ['a'], program: null, args: ['--db', 'x'] }],
    [['uvx', 'a@1.2', 'x'], { packages: ['a==1.2'], args: ['x'] }],
    [['uvx', 'a@latest'], { packages: ['a'] }],
    [['uvx', '--from', 'a[x]>=1', 'run', 'x'], { packages: ['a[x]>=1'], program: 'run', args: ['x'] }],
    [['uvx', '--with', 'b<2', 'a', 'x'], { packages: ['a', 'b<2'], program: null, args: ['x'] }],
    [['uvx', '--with=b>=1,<2', '--from', 'a', 'run'], { packages: ['a', 'b>=1,<2'], program: 'run', args: [] }],
    [['uv', 'tool', 'run', 'a'], { runner: 'uvx', packages: ['a'] }],
  ])('%j', ([command, ...args], expected) => {
    expect(read(command as string, ...args)).toMatchObject(expected);
  });

  it('are none of other commands and of addresses', () => {
    expect([read('node', 'npx'), read('uv', 'run', 'x'), read('npm', 'start')]).toEqual([null, null, null]);
    expect(packageCommand({ mcp: { url: 'http://x.example' } })).toBeNull();
  });

  it.each([
    ['npx'],
    ['npx', '-p'],
    ['npx', '--node-options=--require=/x', 'a'],
    ['npx', './folder'],
    ['npx', 'github:a/b'],
    ['npx', 'https://x.example/a.tgz'],
    ['npx', '-p', 'a', '-p', 'git+ssh://x', 'a'],
    ['uvx', '--from', 'git+https://x.example/a', 'a'],
    ['uvx', '--with', './b', 'a'],
    ['uvx', '--index', 'https://x.example', 'a'],
  ])('are refused with the reason: %s %s %s', (command, ...args) => {
    expect(read(command as string, ...args)).toEqual(expect.any(String));
  });

  it('have names without extras and versions', () => {
    expect(['@a/b@1', 'b@^2', 'c', 'd[x]==1', 'e>=1'].map(packageName)).toEqual(['@a/b', 'b', 'c', 'd', 'e']);
  });
});
