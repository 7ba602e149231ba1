import { describe, expect, it } from '@jest/globals';
import { Argon2Passwords } from './argon2-passwords.js';

const cheap = { memoryKib: 64, passes: 1, lanes: 1 };
const passwords = new Argon2Passwords(cheap);

describe('passwords hashed with argon2id', () => {
  it('match their own hash only, under a new salt each time', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.matches('correct horse', one)).toBe(true);
    expect(await passwords.matches('correct horsE', one)).toBe(false);
    expect(await passwords.matches('', one)).toBe(false);
  });

  it.each([null, '', 'plain', '$argon2id$v=19$m=9999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
    'match nothing without a hash that can be read (%j)',
    async (hash) => {
      expect(await passwords.matches('correct horse', hash)).toBe(false);
    },
  );

  it('are checked with the parameters of their hash, and called outdated when these are not the present ones', async () => {
    const stronger = new Argon2Passwords({ ...cheap, passes: 2 });
    const hash = await passwords.hash('correct horse');
    expect(await stronger.matches('correct horse', hash)).toBe(true);
    expect([stronger.isOutdated(hash), passwords.isOutdated(hash)]).toEqual([true, false]);
    expect(stronger.isOutdated('plain')).toBe(true);
  });

  it('all come to an end when many are checked at once', async () => {
    const hash = await passwords.hash('correct horse');
    const checks = await Promise.all(
      Array.from({ length: 12 }, (_, at) => passwords.matches(at % 2 === 0 ? 'correct horse' : 'wrong', hash)),
    );
    expect(checks.filter(Boolean)).toHaveLength(6);
  });
});
