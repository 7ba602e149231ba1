import { describe, expect, it } from '@jest/globals';
import { secretPassages } from './content-secrets.js';

const aws = (last: string) => `AKIAQ7ZTKXBMVWRSYNL${last}`;
const rules = {
  find: async (text: string) => {
    const at = text.indexOf('q7Zt9KxB2mVw4RsY8nLc');
    return at < 0 ? [] : [{ kind: 'acme', start: at, end: at + 20 }];
  },
};

describe('secretPassages', () => {
  it('finds secrets of the maintained rules wherever they are in a long text', async () => {
    const text = `${'word '.repeat(5_000)}q7Zt9KxB2mVw4RsY8nLc ${'word '.repeat(5_000)}`;
    const found = await secretPassages(rules).find(text);
    expect(new Set(found.map((it) => text.slice(it.start, it.end)))).toEqual(new Set(['q7Zt9KxB2mVw4RsY8nLc']));
    expect(found[0]?.class).toBe('secret.acme');
  });

  it('finds every key of a form that these do not have', async () => {
    const text = `one ${aws('2')} two ${aws('3')}`;
    const found = await secretPassages(rules).find(text);
    expect(found.map((it) => text.slice(it.start, it.end))).toEqual([aws('2'), aws('3')]);
    expect(found.map((it) => it.class)).toEqual(['secret.aws-key-id', 'secret.aws-key-id']);
  });

  it('passes over ordinary text at a glance', () => {
    const { mayHold } = secretPassages(rules);
    expect([mayHold('short'), mayHold('an ordinary sentence about nothing')]).toEqual([false, false]);
    expect(mayHold('the key q7Zt9KxB2mVw4RsY8nLc is')).toBe(true);
  });
});
