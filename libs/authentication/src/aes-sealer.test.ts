import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AesSealer } from './aes-sealer.js';

const key = 'an encryption key of enough length.';
const other = 'another encryption key, also long enough.';
const sealer = new AesSealer(key);
const context = 'server 17 headers';
const wrong = 'does not open with this ASSAY_ENCRYPTION_KEY';

/** As versions before envelopes sealed. */
function directly(plain: string, text = key): string {
  const nonce = randomBytes(12);
  const derived = Buffer.from(hkdfSync('sha256', text, '', 'assay secrets at rest', 32));
  const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

describe('AesSealer', () => {
  it.each(['', 'Bearer secret', 'é🧾', 'x'.repeat(100_000)])('opens what it sealed (%#)', (plain) => {
    const sealed = sealer.seal(plain, context);
    expect(sealer.open(sealed, context)).toBe(plain);
    expect(new AesSealer(key).open(sealed, context)).toBe(plain);
    if (plain !== '') expect(sealed).not.toContain(plain);
  });

  it('seals the same text differently each time, under a data key of its own', () => {
    const [one, two] = [sealer.seal('secret', context), sealer.seal('secret', context)];
    expect(one).not.toBe(two);
    const [version, id, wrapped] = one.split('.');
    expect([version, id]).toEqual(two.split('.').slice(0, 2));
    // A data key put in another's place opens nothing.
    const mixed = two.split('.').with(2, wrapped as string);
    expect(() => sealer.open(mixed.join('.'), context)).toThrow(wrong);
  });

  it('opens under its own key and context only', () => {
    const sealed = sealer.seal('secret', context);
    expect(() => new AesSealer(`${key}.`).open(sealed, context)).toThrow(wrong);
    expect(() => sealer.open(sealed, 'server 18 headers')).toThrow(wrong);
  });

  it('notices a change in any part, and a tag cut short', () => {
    const parts = sealer.seal('secret', context).split('.');
    for (const at of [1, 2, 3]) {
      const part = parts[at] as string;
      const changed = parts.with(at, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
      expect(() => sealer.open(changed, context)).toThrow(wrong);
      expect(() => sealer.open(parts.with(at, '').join('.'), context)).toThrow(/does not open|known form/);
    }
    const [nonce, tag, text] = (parts[3] as string).split('~') as [string, string, string];
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => sealer.open(parts.with(3, [nonce, short, text].join('~')).join('.'), context)).toThrow(wrong);
  });

  it.each(['', 'secret', 'v2.a.b', 'v3.a.b.c', 'v1.a.b', 'v1.a.b.c.d'])(
    'does not take %j for a sealed text',
    (text) => {
      expect(() => sealer.open(text, context)).toThrow('not in a known form');
    },
  );

  it('opens what was sealed before there were envelopes', () => {
    expect(sealer.open(directly('secret'), context)).toBe('secret');
    expect(new AesSealer(other, key).open(directly('secret'), context)).toBe('secret');
    expect(() => sealer.open(directly('secret', other), context)).toThrow(wrong);
    expect(sealer.isPresent(directly('secret'))).toBe(false);
  });

  it('wants a key of at least 32 characters', () => {
    expect(() => new AesSealer('x'.repeat(31))).toThrow('at least 32');
    expect(() => new AesSealer('x'.repeat(32))).not.toThrow();
    expect(() => new AesSealer(key, 'short')).toThrow('ASSAY_ENCRYPTION_KEY_OLD must have at least 32');
  });
});

describe('a change of the key', () => {
  const both = new AesSealer(other, key);

  it('can read texts sealed with the former key, and rewraps them without opening them', () => {
    const before = sealer.seal('secret', context);
    expect(both.open(before, context)).toBe('secret');
    expect(both.isPresent(before)).toBe(false);
    const after = both.rewrap(before);
    expect(after.split('.')[3]).toBe(before.split('.')[3]);
    expect(new AesSealer(other).open(after, context)).toBe('secret');
    expect(() => sealer.open(after, context)).toThrow(wrong);
    expect({ present: both.isPresent(after), same: both.rewrap(after) === after }).toEqual({
      present: true,
      same: true,
    });
  });

  it('needs the former key', () => {
    expect(() => new AesSealer(other).rewrap(sealer.seal('secret', context))).toThrow(wrong);
    expect(() => both.rewrap(directly('secret'))).toThrow('not in a known form');
  });
});
