import { describe, expect, it } from '@jest/globals';
import { httpAddress, mcpAddress } from './address.js';
import { duration, listed, number, pair, qualifiedName, toolReference, whole } from './options.js';

describe('options', () => {
  it.each([
    ['500ms', 500],
    ['1.5s', 1_500],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['30d', 2_592_000_000],
    ['250', 250],
  ])('read the duration %s', (text, ms) => {
    expect(duration(text)).toBe(ms);
  });

  it('collect lists and pairs', () => {
    expect(listed('c', listed('a, b,'))).toEqual(['a', 'b', 'c']);
    expect(pair('Authorization: Bearer a=b', pair('x=1'))).toEqual({ x: '1', Authorization: 'Bearer a=b' });
  });

  it.each([
    () => duration('soon'),
    () => number(0, 1)('2'),
    () => number(0, 1)(''),
    () => whole(1, 9)('1.5'),
    () => pair('novalue'),
    () => qualifiedName('acme'),
    () => qualifiedName('a/b/c'),
    () => toolReference('acme@^1'),
  ])('refuse what they cannot read (%#)', (read) => {
    expect(read).toThrow(/^It must/);
  });
});

describe('the address of an MCP server', () => {
  it('is an address with headers, or a command with its environment', () => {
    expect(mcpAddress(['https://a.test/mcp'], { header: { a: 'b' } })).toEqual({
      url: 'https://a.test/mcp',
      headers: { a: 'b' },
    });
    expect(mcpAddress(['npx', '-y', 'x'], { env: { A: 'b' } })).toEqual({
      command: 'npx',
      args: ['-y', 'x'],
      env: { A: 'b' },
    });
  });

  it.each([
    [[], {}, 'Give the address'],
    [['http://a.test', 'x'], {}, 'Unexpected argument'],
    [['http://a.test'], { env: {} }, '--env is for a command'],
    [['npx'], { header: {} }, '--header is for an address'],
    [['http://a.test'], { query: {} }, '--query is for an HTTP API'],
  ])('refuses %j', (words, options, message) => {
    expect(() => mcpAddress(words, options)).toThrow(message);
  });
});

describe('the address of an HTTP API', () => {
  it('is an address with what every call carries', () => {
    expect(httpAddress(['https://a.test/v1'], { header: { a: 'b' }, query: { k: 'v' } })).toEqual({
      url: 'https://a.test/v1',
      headers: { a: 'b' },
      query: { k: 'v' },
    });
  });

  it.each([
    [[], {}, 'Give the base address'],
    [['npx'], {}, 'Give the base address'],
    [['http://a.test', 'x'], {}, 'nothing more'],
    [['http://a.test'], { env: {} }, '--env is for a command'],
  ])('refuses %j', (words, options, message) => {
    expect(() => httpAddress(words, options)).toThrow(message);
  });
});
