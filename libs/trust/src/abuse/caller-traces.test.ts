import { FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { CallerTraces } from './caller-traces.js';

const by = (callerId: string, providerId = 'provider') => ({ callerId, providerId });
const mail = 'ann.private@acme.example';
const token = 'acct-7Zt9KxB2mVw4RsY8';
const traces = () => new CallerTraces(new FakeRandom());
const rules = (signs: readonly { rule: string }[]) => signs.map((it) => it.rule);

describe('CallerTraces', () => {
  it.each([mail, token, '490000123456789'])('recognises what another organisation sent: %s', (value) => {
    const seen = traces();
    seen.sent(by('acme'), { note: [`Please use ${value}`] }, 0);
    const signs = seen.shown(by('globex'), { rows: [{ text: `Known: ${value.toUpperCase()}.` }] }, 1);
    expect(signs).toMatchObject([{ rule: 'other-callers-data', weight: 0.5, path: '/rows/0/text' }]);
    expect(JSON.stringify(signs)).not.toContain(value);
  });

  it('lets the sender, and the provider, see it', () => {
    const seen = traces();
    seen.sent(by('acme'), { mail }, 0);
    expect(seen.shown(by('acme'), { mail }, 1)).toEqual([]);
    expect(seen.shown(by('provider'), { mail }, 1)).toEqual([]);
    seen.sent(by('provider'), { token }, 2);
    expect(seen.shown(by('globex'), { token }, 3)).toEqual([]);
  });

  it('holds nothing against a tool that gave the value out before anybody sent it', () => {
    const seen = traces();
    seen.shown(by('acme'), { products: [{ id: token }] }, 0);
    seen.sent(by('acme'), { id: token }, 1);
    expect(seen.shown(by('globex'), { id: token }, 2)).toEqual([]);
  });

  it('takes for nobody’s what two organisations have sent', () => {
    const seen = traces();
    seen.sent(by('acme'), { mail }, 0);
    seen.sent(by('globex'), { mail }, 1);
    expect(seen.shown(by('third'), { mail }, 2)).toEqual([]);
  });

  it('tells providers apart, and forgets', () => {
    const seen = traces();
    seen.sent(by('acme'), { mail, token }, 0);
    expect(seen.shown(by('globex', 'other-provider'), { mail }, 1)).toEqual([]);
    expect(rules(seen.shown(by('globex'), { mail }, 3_600_001))).toEqual(['other-callers-data']);
    expect(seen.shown(by('globex'), { token }, 9_000_000)).toEqual([]);
  });

  it('takes ordinary words, small numbers and names for nothing in particular', () => {
    const seen = traces();
    const input = { city: 'Berlin', count: '42', date: '2026-11-22', text: 'the quick brown fox', code: 'DE-10115' };
    seen.sent(by('acme'), input, 0);
    expect(seen.shown(by('globex'), input, 1)).toEqual([]);
  });

  it('looks at a bounded part of what is large', () => {
    const seen = traces();
    const many = Array.from({ length: 50_000 }, (_, at) => `value-${at}-0123456789ab`);
    seen.sent(by('acme'), many, 0);
    expect(rules(seen.shown(by('globex'), many[3], 1))).toEqual(['other-callers-data']);
    expect(seen.shown(by('globex'), many[40_000], 1)).toEqual([]);
  });
});
