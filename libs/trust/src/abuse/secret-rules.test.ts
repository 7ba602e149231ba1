import { describe, expect, it } from '@jest/globals';
import { valueTexts } from './definition-texts.js';
import { mayHoldSecret, ruledSecretSigns, type SecretRules } from './secret-rules.js';

const secret = `${'gl'}pat-q7Zt9KxB2mVw4RsY8nLc`;

/** Finds every `glpat-…`. */
function fakeRules(): SecretRules & { readonly asked: string[] } {
  const asked: string[] = [];
  const find = async (text: string) => {
    asked.push(text);
    return [...text.matchAll(/glpat-\S+/g)].map((it) => ({
      kind: 'gitlab',
      start: it.index,
      end: it.index + it[0].length,
    }));
  };
  return { asked, find };
}

describe('ruledSecretSigns', () => {
  it('says in which text a secret is, and shows its beginning only', async () => {
    const texts = [
      ...valueTexts({ note: 'Nothing here', rows: [{ key: `Use ${secret}` }, { id: 'A1b2C3d4E5f6G7h8' }] }),
    ];
    const [sign, ...others] = await ruledSecretSigns(fakeRules(), texts);
    expect(others).toEqual([]);
    expect(sign).toEqual({
      rule: 'secret-gitlab',
      kind: 'secret.gitlab',
      start: 4,
      end: 30,
      weight: 0.8,
      path: '/rows/0/key',
      excerpt: 'glpat-q7… (26 characters)',
    });
  });

  it('asks once for all texts that may hold one, and not at all when none does', async () => {
    const rules = fakeRules();
    await ruledSecretSigns(rules, [...valueTexts(['plain words', 'more of them', 42])]);
    expect(rules.asked).toEqual([]);
    await ruledSecretSigns(rules, [...valueTexts([secret, secret, 'plain words'])]);
    expect(rules.asked).toEqual([`${secret}\n\n${secret}`]);
  });

  it('is bounded', async () => {
    const rules = fakeRules();
    await ruledSecretSigns(rules, [...valueTexts('A1b2C3d4E5f6G7h8 '.repeat(5_000))]);
    expect(rules.asked[0]?.length).toBe(16_384);
  });

  it('lets examples pass', async () => {
    const texts = [...valueTexts('glpat-your-token-goes-here-1A')];
    expect(await ruledSecretSigns(fakeRules(), texts)).toEqual([]);
  });
});

describe('mayHoldSecret', () => {
  it.each([
    [secret, true],
    ['postgres://app:hunter2x@db.acme.io/x', true],
    ['-----BEGIN PRIVATE KEY-----', true],
    ['The committee met on Monday to discuss the annual report', false],
    ['0199aaaa-0000-7000-8000-0123456789ab', false],
    ['2026-11-22T00:00:00.000Z', false],
    ['internationalisation', false],
  ])('of %s is %p', (text, expected) => {
    expect(mayHoldSecret(text)).toBe(expected);
  });
});
