import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CedarPolicyEngine } from './cedar-policy-engine.js';
import { tooMuchIn } from './text-bounds.js';

const engine = new CedarPolicyEngine();
const when = (condition: string): string => `permit (principal, action, resource) when { ${condition} };`;
const said = (text: string): string => {
  const read = engine.read(text);
  return read.ok ? '' : (read.error[0]?.message ?? '');
};

describe('what a policy may be made of', () => {
  it.each<[string, string, RegExp]>([
    ['brackets', when(`${'('.repeat(20_000)}true${')'.repeat(20_000)}`), /^line 1, column \d+: brackets/],
    ['lists', when(`${'['.repeat(33)}1${']'.repeat(33)}.isEmpty()`), /brackets/],
    ['records', when(`${'{a:'.repeat(1_000)}1${'}'.repeat(1_000)} == {}`), /brackets/],
    ['negations', when(`${'!'.repeat(5_000)}true`), /operators/],
    ['conjunctions', when(Array(5_000).fill('true').join(' && ')), /operators/],
    ['sums', when(`${Array(5_000).fill('1').join(' + ')} > 1`), /operators/],
    ['choices', when(`${'if true then '.repeat(1_000)}true${' else false'.repeat(1_000)}`), /operators/],
    ['members', when(`context.arguments has a${'.a'.repeat(1_000)}`), /members/],
    ['clauses', `permit (principal, action, resource) ${'when { true } '.repeat(1_000)};`, /clauses/],
    ['policies', Array(101).fill(when('true')).join('\n'), /more than 100 policies/],
    ['what is deep only for Cedar', when(Array(90).fill('true').join(' && ')), /nested too deep/],
  ])('is refused with too many %s, and the engine goes on', (_, text, message) => {
    expect(said(text)).toMatch(message);
    expect(said(when('context.owned'))).toBe('');
  });

  it('is not measured by comments and text, nor by its neighbours', () => {
    const noise = `// ((((((((((((((((((((((((((((((((((((((((((( !!!!\n${when(`context.stage == "${'(!'.repeat(200)}"`)}`;
    expect(tooMuchIn(noise)).toBeUndefined();
    const each = when(Array(30).fill('context.owned').join(' && '));
    expect(said(Array.from({ length: 10 }, (_unused, n) => `@id("p${n}") ${each}`).join('\n'))).toBe('');
  });

  it.each([
    ['a text over lines', `"\n" == "${'('.repeat(50)}`, undefined],
    ['what follows one', `"\n" == ${'('.repeat(50)}`, 'brackets'],
    ['what follows a comment that ends with a carriage return', `// \r ${'('.repeat(50)}`, 'brackets'],
    ['an escaped quote', `"\\" ${'('.repeat(50)}`, undefined],
  ])('is read as Cedar reads %s', (_, text, message) => {
    const found = tooMuchIn(text)?.message;
    expect(message === undefined ? found : found?.slice(0, message.length)).toBe(message);
  });

  it('never breaks the engine, whatever the text', () => {
    const part = fc.constantFrom(
      ...[
        'permit',
        'forbid',
        '(principal, action, resource)',
        'when',
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        ';',
        ',',
        '@id("a")',
      ],
      ...[
        'context',
        '.',
        'arguments',
        'decimals',
        'has',
        'like',
        'in',
        'is',
        'if',
        'then',
        'else',
        '==',
        '<',
        '&&',
        '||',
      ],
      ...[
        '!',
        '-',
        '+',
        '*',
        '1',
        '99999999999999999999',
        '"a*"',
        '"',
        '\\',
        '//',
        '\n',
        '\r',
        'Tool::"a/b"',
        'true',
        '𝒳',
        'ü',
      ],
      ...[
        '?principal',
        'decimal("1.0")',
        'datetime("x")',
        'ip("1.1.1.1")',
        '.contains(',
        '["__entity"]',
        '::',
        '\u0000',
      ],
    );
    const condition = fc.array(part, { maxLength: 60 }).map((it) => when(it.join(' ')));
    const text = fc.oneof(
      fc.array(part, { maxLength: 80 }).map((it) => it.join(' ')),
      condition,
      fc.string(),
    );
    fc.assert(
      fc.property(text, (it) => {
        const read = engine.read(it);
        if (!read.ok) expect(read.error[0]?.path).toBe('/text');
        else
          engine.prepare(
            'any',
            read.value.map(({ name, text: own }) => ({ id: name, text: own })),
            (tool) => tool,
          );
      }),
      { numRuns: 400 },
    );
    expect(said(when('context.owned'))).toBe('');
  });

  it('holds for the worst that is let through', () => {
    const brackets = `${'('.repeat(30)}true${')'.repeat(30)}`;
    for (const count of [40, 50, 60, 99]) {
      const text = when(Array(count).fill('context.owned').join(' && ').replace('context.owned', brackets));
      const read = engine.read(text);
      if (!read.ok) continue;
      expect(() => engine.prepare('worst', [{ id: 'worst', text }], (it) => it)).not.toThrow();
    }
    const nested = when(`${'(true && '.repeat(29)}true${')'.repeat(29)}`);
    expect(said(nested)).toBe('');
    expect(() => engine.prepare('worst', [{ id: 'worst', text: nested }], (it) => it)).not.toThrow();
  });
});
