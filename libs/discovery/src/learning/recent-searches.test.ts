import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { maxRemembered, RecentSearches, rememberedMs } from './recent-searches.js';

const search = (organisationId = 'org-acme') => ({ organisationId, text: 'x', shown: ['a/b'], standings: new Map() });

describe('RecentSearches', () => {
  it('knows a search by its id, for an hour, to its own organisation', () => {
    const clock = new FakeClock();
    const searches = new RecentSearches(clock);
    searches.remember('d1', search());
    expect(searches.of('d1', 'org-acme')).toMatchObject({ text: 'x' });
    expect(searches.of('d1', 'org-other')).toBeUndefined();
    clock.advance(rememberedMs);
    expect(searches.of('d1', 'org-acme')).toBeUndefined();
  });

  it('keeps so many of each organisation, the latest, and no other’s flood counts', () => {
    const searches = new RecentSearches(new FakeClock());
    searches.remember('other', search('org-other'));
    for (let n = 0; n <= maxRemembered; n += 1) searches.remember(`d${n}`, search());
    expect(searches.of('d0', 'org-acme')).toBeUndefined();
    expect(searches.of('d1', 'org-acme')).toBeDefined();
    expect(searches.of('other', 'org-other')).toBeDefined();
  });

  it('holds nothing of organisations that search no more', () => {
    let now = 0;
    const searches = new RecentSearches({ now: () => now });
    searches.remember('d1', search());
    now = rememberedMs - 1;
    searches.remember('d2', search('org-busy'));
    now = rememberedMs;
    searches.remember('d3', search('org-other'));
    // Seen at a time when it would still count, were it there.
    now = 1;
    expect(searches.of('d1', 'org-acme')).toBeUndefined();
    expect(searches.of('d2', 'org-busy')).toBeDefined();
  });

  it('forgets an organisation’s on request', () => {
    const searches = new RecentSearches(new FakeClock());
    searches.remember('d1', search());
    searches.forget('org-acme');
    expect(searches.of('d1', 'org-acme')).toBeUndefined();
  });
});
