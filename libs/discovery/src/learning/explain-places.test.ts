import { describe, expect, it } from '@jest/globals';
import type { Narrowed } from '../narrow.js';
import { explainPlaces } from './explain-places.js';

type Places = Pick<Narrowed, 'offered' | 'weaker'>;
const places = (offered: readonly string[], weaker: readonly string[] = []): Places =>
  ({ offered: offered.map((id) => ({ id })), weaker: weaker.map((id) => ({ id })) }) as unknown as Places;
const learnt = { share: 0.5, calls: { yours: 1, others: 0, failed: 0 } };
const learning = { explain: () => ({ strength: 0.6, of: (tool: string) => (tool === 'acme/a' ? undefined : learnt) }) };

describe('explainPlaces', () => {
  it('compares places, weaker results after good ones', () => {
    const explained = explainPlaces(places(['acme/a'], ['acme/b']), places(['acme/b', 'acme/a', 'acme/c']), learning);
    expect(explained.summary).toEqual({ enabled: true, strength: 0.6, maxShareOfOne: 0.25 });
    expect(explained.of('acme/b')).toEqual({ rankBefore: 2, rankAfter: 1, ...learnt });
    expect(explained.of('acme/c')).toMatchObject({ rankBefore: null, rankAfter: 3 });
    expect(explained.of('acme/a')).toBeUndefined();
  });

  it('says when learning is off', () => {
    const explained = explainPlaces(places(['acme/a']), places(['acme/a']), undefined);
    expect(explained.summary).toMatchObject({ enabled: false, strength: 0 });
    expect(explained.of('acme/a')).toBeUndefined();
  });
});
