import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foresee } from './foreseen-decision.js';
import { decideBy, type Statement } from './policy-decision.js';

const statement = (id: string, effect: Statement['effect'], more: Partial<Statement> = {}): Statement => ({
  ...{ id, version: 3, effect, asksApproval: false, reason: null, text: id },
  ...more,
});
const permit = statement('permit', 'permit');
const deny = statement('deny', 'forbid');
const ask = statement('ask', 'forbid', { asksApproval: true });
const mask = statement('mask', 'forbid', { obligation: 'mask' });
const verdict = (known: readonly Statement[], possible: readonly Statement[]) =>
  foresee({ known, held: { held: new Set(known.map(({ id }) => id)), failed: [] }, possible });

describe('foresee', () => {
  it.each([
    ['nothing reads the arguments', [permit], [], 'ALLOW'],
    ['an argument may deny', [permit], [deny], 'DEPENDS'],
    ['an argument may ask for approval', [permit], [ask], 'DEPENDS'],
    [
      'approval is needed whatever the arguments',
      [permit, ask],
      [statement('more', 'forbid', { asksApproval: true })],
      'REQUIRE_APPROVAL',
    ],
    ['an argument may deny what needs approval', [permit, ask], [deny], 'DEPENDS'],
    ['denied whatever the arguments', [permit, deny], [ask, permit], 'DENY'],
    ['an argument may be what permits', [], [permit], 'DEPENDS'],
    ['no argument permits', [], [deny], 'DENY'],
    ['masking changes no verdict', [permit], [mask], 'ALLOW'],
  ])('%s', (_, known, possible, expected) => {
    expect(verdict(known, possible).verdict).toBe(expected);
  });

  it('names the policies that read the arguments', () => {
    expect(verdict([permit], [deny, ask])).toMatchObject({
      policies: [
        { id: 'ask', version: 3 },
        { id: 'deny', version: 3 },
      ],
      why: 'depends on the arguments: ask; deny',
    });
  });

  it('is the verdict for all arguments, and depends only where two of them differ', () => {
    const kinds = fc.constantFrom(permit, deny, ask, mask);
    const some = (prefix: string) =>
      fc.array(kinds, { maxLength: 4 }).map((all) => all.map((it, n) => ({ ...it, id: `${prefix}${n}` })));
    fc.assert(
      fc.property(some('k'), some('p'), (known, possible) => {
        const foreseen = verdict(known, possible).verdict;
        const verdicts = new Set<string>();
        for (let chosen = 0; chosen < 2 ** possible.length; chosen += 1) {
          const holding = [...known, ...possible.filter((_, at) => (chosen >> at) & 1)].map(({ id }) => id);
          verdicts.add(decideBy([...known, ...possible], { held: new Set(holding), failed: [] }).verdict);
        }
        expect(foreseen === 'DEPENDS' ? verdicts.size > 1 : [...verdicts]).toEqual(
          foreseen === 'DEPENDS' ? true : [foreseen],
        );
      }),
    );
  });
});
