import { describe, expect, it } from '@jest/globals';
import { AesSealer } from './aes-sealer.js';

const key = 'an encryption key of enough length.';
const sealer = new AesSealer(key);
const context = 'server 17 headers';

describe('AesSealer', () => {
  it.each(['', 'Bearer secret', 'é🧾', 'x'.repeat(100_000)])('opens what it sealed (%#)', (plain) => {
    const sealed = sealer.seal(plain, context);
    expect(sealer.open(sealed, context)).toBe(plain);
    expect(new AesSealer(key).open(sealed, context)).toBe(plain);
    if (plain !== '') expect(sealed).not.toContain(plain);
  });

  it('seals the same text differently each time', () => {
    expect(sealer.seal('secret', context)).not.toBe(sealer.seal('secret', context));
  });

  it('opens under its own key and context only', () => {
    const sealed = sealer.seal('secret', context);
    const wrong = 'does not open with this ASSAY_ENCRYPTION_KEY';
    expect(() => new AesSealer(`${key}.`).open(sealed, context)).toThrow(wrong);
    expect(() => sealer.open(sealed, 'server 18 headers')).toThrow(wrong);
  });

  it('notices a change in any part', () => {
    const parts = sealer.seal('secret', context).split('.');
    for (const at of [1, 2, 3]) {
      const part = parts[at] as string;
      const changed = parts.with(at, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
      expect(() => sealer.open(changed, context)).toThrow('does not open');
      expect(() => sealer.open(parts.with(at, '').join('.'), context)).toThrow('does not open');
    }
    // A tag cut short would be easier to guess.
    const cut = parts.with(
      2,
      Buffer.from(parts[2] as string, 'base64url')
        .subarray(0, 4)
        .toString('base64url'),
    );
    expect(() => sealer.open(cut.join('.'), context)).toThrow('does not open');
  });

  it.each(['', 'secret', 'v2.a.b.c', 'v1.a.b', 'v1.a.b.c.d'])('does not take %j for a sealed text', (text) => {
    expect(() => sealer.open(text, context)).toThrow('not in a known form');
  });

  it('wants a key of at least 32 characters', () => {
    expect(() => new AesSealer('x'.repeat(31))).toThrow('at least 32');
    expect(() => new AesSealer('x'.repeat(32))).not.toThrow();
  });
});
