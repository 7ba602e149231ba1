import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { maxRemembered, presumedMs, RecentSearches, rememberedMs } from './recent-searches.js';

const search = (organisationId = 'org-acme', principalId = 'ann') => ({
  ...{ organisationId, principalId, text: 'x', shown: ['a/b'], standings: new Map() },
});
const ann = { organisationId: 'org-acme', principalId: 'ann' };

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

  it('knows the latest search of a principal that showed a tool, for ten minutes', () => {
    const clock = new FakeClock();
    const searches = new RecentSearches(clock);
    searches.remember('d1', search());
    searches.remember('d2', { ...search(), text: 'y' });
    searches.remember('d3', { ...search(), shown: ['a/c'] });
    searches.remember('d4', search('org-acme', 'bob'));
    expect(searches.latest('a/b', ann)).toEqual(['d2', expect.objectContaining({ text: 'y' })]);
    expect(searches.latest('a/unknown', ann)).toBeUndefined();
    expect(searches.latest('a/b', { ...ann, organisationId: 'org-other' })).toBeUndefined();
    clock.advance(presumedMs + 1);
    expect(searches.latest('a/b', ann)).toBeUndefined();
  });

  it('forgets those of one principal, and of one organisation', () => {
    const searches = new RecentSearches(new FakeClock());
    searches.remember('d1', search());
    searches.remember('d2', search('org-acme', 'bob'));
    searches.forget('org-acme', 'ann');
    expect(searches.of('d1', 'org-acme')).toBeUndefined();
    expect(searches.latest('a/b', ann)).toBeUndefined();
    expect(searches.of('d2', 'org-acme')).toBeDefined();
    searches.forget('org-acme');
    expect(searches.of('d2', 'org-acme')).toBeUndefined();
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
