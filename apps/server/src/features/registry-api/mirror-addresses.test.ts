import { describe, expect, it } from '@jest/globals';
import { MirrorAddresses } from './mirror-addresses.js';

describe('addresses of mirrors', () => {
  it('are read once, kept when the mirror is removed, and fall back to unknown ids', async () => {
    let asked = 0;
    let mirrors = [{ id: 'one', url: 'https://registry.example' }];
    const addresses = new MirrorAddresses({
      mirrors: async () => {
        asked += 1;
        return mirrors as never;
      },
    });
    await addresses.learn([null]);
    expect([asked, addresses.of('one')]).toEqual([0, 'one']);
    await addresses.learn([null, 'one', 'one']);
    await addresses.learn(['one']);
    expect([asked, addresses.of('one')]).toEqual([1, 'https://registry.example']);
    mirrors = [];
    await addresses.learn(['one', 'two']);
    expect([addresses.of('one'), addresses.of('two')]).toEqual(['https://registry.example', 'two']);
  });
});
