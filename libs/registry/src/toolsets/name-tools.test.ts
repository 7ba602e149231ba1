import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameTools } from './name-tools.js';

const tool = (ownName: string, home = 'files', as?: string) => ({ ownName, home, as });

describe('nameTools', () => {
  it.each([
    ['the upstream’s own name', [tool('read_file')], ['read_file']],
    ['what fits of it', [tool('orders.create v2!'), tool('é')], ['orders_create_v2_', '_']],
    ['no more than 64 characters', [tool('a'.repeat(70))], ['a'.repeat(64)]],
    ['the name asked for', [tool('read', 'files', 'open')], ['open']],
    ['the server before names that are alike', [tool('read'), tool('read', 'mail')], ['files_read', 'mail_read']],
    [
      'the server before the one that was not asked for',
      [tool('x', 'a', 'read'), tool('read')],
      ['read', 'files_read'],
    ],
  ])('accepts %s', (_, tools, names) => {
    expect(nameTools(tools)).toEqual({ ok: true, value: names });
  });

  it('requires names where not even the servers distinguish tools', () => {
    const alike = nameTools([tool('read'), tool('read'), tool('write')]);
    expect(alike).toMatchObject({ ok: false, error: [{ path: '/tools/0/as' }, { path: '/tools/1/as' }] });
    expect(nameTools([tool('a', 'x', 'same'), tool('b', 'y', 'same')])).toMatchObject({ ok: false });
  });

  it('returns valid, distinct names for clients, or none', () => {
    const some = fc.record({
      ownName: fc.string({ maxLength: 90 }),
      home: fc.constantFrom('a', 'b.c', 'x'.repeat(70)),
      as: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (tools) => {
        const named = nameTools(tools);
        if (!named.ok) return named.error.length >= 2;
        return (
          new Set(named.value).size === tools.length &&
          named.value.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name)) &&
          tools.every(({ as }, at) => as === undefined || named.value[at] === as)
        );
      }),
    );
  });
});
