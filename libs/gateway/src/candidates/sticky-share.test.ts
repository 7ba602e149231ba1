import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isWithinShare } from './sticky-share.js';

const mac = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url');
const of = (session: string, principalId = 'p') => ({ candidateId: 'c', principalId, session });

describe('isWithinShare', () => {
  it('gives about the share that is asked for', () => {
    const sessions = Array.from({ length: 4_000 }, (_, n) => `s${n}`);
    const within = sessions.filter((it) => isWithinShare(10, of(it), mac)).length;
    // Six standard deviations.
    expect(Math.abs(within - 400)).toBeLessThan(115);
  });

  it('is sticky, and a larger share keeps everybody of a smaller one', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 99 }), (session, percent) => {
        const is = isWithinShare(percent, of(session), mac);
        expect(isWithinShare(percent, of(session), mac)).toBe(is);
        if (is) expect(isWithinShare(percent + 1, of(session), mac)).toBe(true);
        expect(isWithinShare(100, of(session), mac)).toBe(true);
      }),
    );
  });

  it('tells principals, and a session from none, apart', () => {
    const texts = [of('a'), of('a', 'q'), { candidateId: 'c', principalId: 'p' }];
    const seen: string[] = [];
    for (const it of texts) isWithinShare(10, it, (text) => mac(seen[seen.push(text) - 1] as string));
    expect(new Set(seen).size).toBe(3);
  });
});
