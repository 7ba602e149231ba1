import { describe, expect, it } from '@jest/globals';
import type { Publication } from './insert-versions.js';
import { PublishGroup } from './publish-group.js';

const version = (id: string) => ({ version: { id }, besides: 0 }) as Publication;

/** Writes groups that the test lets through one by one. */
function heldBack() {
  const groups: string[][] = [];
  const release: (() => void)[] = [];
  const insert = async (publications: readonly Publication[]) => {
    groups.push(publications.map(({ version: { id } }) => id));
    await new Promise<void>((resolve) => release.push(resolve));
    return new Set(publications.map(({ version: { id } }) => id));
  };
  return { groups, release, group: new PublishGroup(insert) };
}

describe('PublishGroup', () => {
  it('writes at once what comes alone, and together what comes meanwhile', async () => {
    const { groups, release, group } = heldBack();
    const first = group.add(version('a'));
    await Promise.resolve();
    const rest = [group.add(version('b')), group.add(version('c'))];
    expect(groups).toEqual([['a']]);
    release[0]?.();
    await first;
    await new Promise(setImmediate);
    expect(groups).toEqual([['a'], ['b', 'c']]);
    release[1]?.();
    expect(await Promise.all(rest)).toEqual([true, true]);
  });

  it('takes at most 200 at a time', async () => {
    const sizes: number[] = [];
    const group = new PublishGroup(async (publications) => {
      sizes.push(publications.length);
      return new Set();
    });
    const outcomes = await Promise.all(Array.from({ length: 450 }, (_, index) => group.add(version(`${index}`))));
    expect(sizes).toEqual([200, 200, 50]);
    expect(outcomes.every((inserted) => !inserted)).toBe(true);
  });

  it('lets a bad version fail alone', async () => {
    const group = new PublishGroup(async (publications) => {
      if (publications.some(({ version: { id } }) => id === 'bad'))
        throw Object.assign(new Error('refused'), { code: '23503' });
      return new Set(publications.map(({ version: { id } }) => id));
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((id) => group.add(version(id))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails whole when the database is away, and goes on afterwards', async () => {
    let attempts = 0;
    const group = new PublishGroup(async (publications) => {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return new Set(publications.map(({ version: { id } }) => id));
    });
    const outcomes = await Promise.allSettled(['a', 'b'].map((id) => group.add(version(id))));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(attempts).toBe(1);
    expect(await group.add(version('c'))).toBe(true);
  });
});
