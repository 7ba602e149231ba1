import { describe, expect, it } from '@jest/globals';
import { reasonOf } from './reason-of.js';

describe('the reason why git refused', () => {
  it('says what to do, and what git wrote', () => {
    const text =
      "fatal: unable to access 'https://ann:secret@host.example/a.git/': The requested URL returned error: 403";
    expect(reasonOf(text)).toMatch(/^The host refused the credential: .* git wrote: fatal: .*\/\/…@host\.example/);
    expect(reasonOf('fatal: something else\nhint: never shown')).toBe('git refused: fatal: something else');
  });

  it('does not take a port or the name of a branch for a status', () => {
    const text = 'To http://127.0.0.1:40325/shop.git\n ! [rejected] fix-401 -> fix-401 (fetch first)';
    expect(reasonOf(text)).toContain('force is never used');
  });
});
