import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excerptOf, judge, visible } from './sign.js';

const sign = (rule: string, weight: number, path = '/description') => ({ rule, weight, path, excerpt: rule });

describe('judge', () => {
  it.each([
    ['nothing', [], 0, 'LOW'],
    ['one weak sign', [sign('a', 0.3)], 0.3, 'LOW'],
    ['a strong one', [sign('a', 0.6)], 0.6, 'HIGH'],
    ['two that agree', [sign('a', 0.7), sign('b', 0.5)], 0.85, 'HIGH'],
    ['one rule in ten places', Array.from({ length: 10 }, (_, n) => sign('a', 0.3, `/${n}`)), 0.3, 'LOW'],
  ] as const)('weighs %s', (_, signs, score, severity) => {
    const judgement = judge(signs);
    expect(judgement.score).toBeCloseTo(score, 10);
    expect(judgement.severity).toBe(severity);
  });

  it('keeps the heaviest place of each rule, heaviest rules first', () => {
    const { signs } = judge([sign('a', 0.2), sign('b', 0.5, '/x'), sign('a', 0.6, '/y')]);
    expect(signs.map(({ rule, path }) => `${rule} ${path}`)).toEqual(['a /y', 'b /x']);
  });

  it('never scores less for one sign more, and stays between 0 and 1', () => {
    const any = fc.record({
      rule: fc.constantFrom('a', 'b', 'c', 'd'),
      weight: fc.double({ min: 0, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any), any, (some, more) => {
        const signs = some.map((it) => sign(it.rule, it.weight));
        const [less, all] = [judge(signs), judge([...signs, sign(more.rule, more.weight)])];
        expect(all.score).toBeGreaterThanOrEqual(less.score);
        expect(all.score).toBeGreaterThanOrEqual(0);
        expect(all.score).toBeLessThan(1);
      }),
    );
  });
});

describe('excerpts', () => {
  it('show a piece around the match in characters that show', () => {
    expect(excerptOf(`${'a'.repeat(900)} hit ${'b'.repeat(900)}`, 901, 3)).toMatch(/^a+ hit b+$/);
    expect(visible('a\u200bb\n c\u{E0041}')).toBe('a\\u{200b}b c\\u{e0041}');
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'binary' }), fc.nat(600), fc.nat(300), (text, start, length) => {
        expect(excerptOf(text, start, length).length).toBeLessThanOrEqual(240);
      }),
    );
  });
});
