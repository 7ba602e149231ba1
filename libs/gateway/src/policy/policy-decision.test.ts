import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideBy, type Statement, undecidable } from './policy-decision.js';

const statement = (id: string, effect: Statement['effect'], asksApproval = false, text = id): Statement => ({
  id,
  version: 3,
  effect,
  asksApproval,
  reason: id === 'why' ? 'because' : null,
  text,
});
const permit = statement('permit', 'permit');
const ask = statement('ask', 'forbid', true);
const deny = statement('deny', 'forbid');
const holding = (held: readonly string[], failed: readonly string[] = []) => ({
  held: new Set(held),
  failed: failed.map((id) => ({ id, message: 'type error' })),
});

describe('decideBy', () => {
  it.each([
    ['a permit allows', ['permit'], [], 'ALLOW', ['permit']],
    ['nothing denies', [], [], 'DENY', []],
    ['approval beats allow', ['permit', 'ask'], [], 'REQUIRE_APPROVAL', ['ask']],
    ['deny beats approval', ['permit', 'ask', 'deny'], [], 'DENY', ['deny']],
    ['approval makes up for no missing permit', ['ask'], [], 'DENY', []],
    ['a permit that fails permits nothing', ['permit'], ['permit'], 'DENY', []],
    ['a forbid that fails forbids', ['permit'], ['deny'], 'DENY', ['deny']],
    ['one that asks and fails asks', ['permit'], ['ask'], 'REQUIRE_APPROVAL', ['ask']],
  ])('%s', (_, held, failed, verdict, by) => {
    const decision = decideBy([permit, ask, deny], holding(held, failed));
    expect(decision.verdict).toBe(verdict);
    expect(decision.policies).toEqual(by.map((id) => ({ id, version: 3 })));
    expect(decision.failed.map(({ id }) => id)).toEqual(failed);
  });

  it('says why, and what could not be evaluated', () => {
    expect(decideBy([statement('why', 'permit')], holding(['why'])).why).toBe('allowed by why (because)');
    expect(decideBy([permit, deny], holding(['permit'], ['deny'])).why).toBe(
      'denied by deny (it could not be evaluated: type error)',
    );
    expect(undecidable('no').verdict).toBe('DENY');
  });

  it('has a digest of those that decided, and of nothing else', () => {
    const digest = (all: readonly Statement[]) => decideBy(all, holding(['permit', 'ask'])).digest;
    const before = digest([permit, ask, deny]);
    expect(digest([statement('permit', 'permit', false, 'other text'), ask])).toBe(before);
    expect(digest([permit, { ...ask, version: 4 }])).toBe(before);
    expect(digest([permit, statement('ask', 'forbid', true, 'other text')])).not.toBe(before);
  });

  const statements = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      effect: fc.constantFrom('permit' as const, 'forbid' as const),
      asks: fc.boolean(),
      outcome: fc.constantFrom('holds', 'does not', 'fails', 'holds and fails'),
    }),
    { selector: (it) => it.id, maxLength: 12 },
  );

  it('never depends on the order, and never allows what something forbids or nothing permits', () => {
    fc.assert(
      fc.property(statements, fc.infiniteStream(fc.nat()), (list, order) => {
        const made = list.map((it) => statement(it.id, it.effect, it.effect === 'forbid' && it.asks));
        const held = list.filter((it) => it.outcome.startsWith('holds')).map((it) => it.id);
        const failed = list.filter((it) => it.outcome.endsWith('fails')).map((it) => it.id);
        const decision = decideBy(made, holding(held, failed));
        const keyed = made.map((it) => [order.next().value ?? 0, it] as const);
        const mixed = keyed.sort((a, b) => a[0] - b[0]).map(([, it]) => it);
        expect(decideBy(mixed, holding([...held].reverse(), [...failed].reverse()))).toEqual(decision);
        const inForce = list.filter((it) => it.outcome !== 'does not');
        const denies = inForce.some((it) => it.effect === 'forbid' && !it.asks);
        const asks = inForce.some((it) => it.effect === 'forbid' && it.asks);
        const permits = list.some((it) => it.effect === 'permit' && it.outcome === 'holds');
        const expected = denies || !permits ? 'DENY' : asks ? 'REQUIRE_APPROVAL' : 'ALLOW';
        expect(decision.verdict).toBe(expected);
      }),
    );
  });
});

describe('obligations', () => {
  const obliged = (id: string, obligation: Statement['obligation'], classes: readonly string[] = []): Statement => ({
    ...statement(id, 'forbid'),
    ...(obligation && { obligation }),
    classes,
  });
  const mask = obliged('mask', 'mask', ['personal.email']);
  const maskAll = obliged('mask-all', 'mask');
  const withhold = obliged('withhold', 'withhold');
  const approval = obliged('approval', 'require_approval');
  const all = [permit, mask, maskAll, withhold, approval, ask, deny];
  const decideOn = (action: 'call' | 'return', held: readonly string[], failed: readonly string[] = []) => {
    const { verdict, obligation = null, masks = null } = decideBy(all, holding(['permit', ...held], failed), action);
    return [verdict, obligation, masks];
  };

  it.each([
    ['call', ['mask'], ['ALLOW', 'mask', ['personal.email']]],
    ['call', ['mask', 'mask-all'], ['ALLOW', 'mask', 'all']],
    ['call', ['mask', 'approval'], ['REQUIRE_APPROVAL', 'require_approval', ['personal.email']]],
    ['call', ['mask', 'ask'], ['REQUIRE_APPROVAL', null, ['personal.email']]],
    ['call', ['mask', 'withhold'], ['DENY', 'withhold', null]],
    ['call', ['approval', 'withhold'], ['DENY', 'withhold', null]],
    ['return', ['mask'], ['ALLOW', 'mask', ['personal.email']]],
    ['return', ['mask', 'approval'], ['REQUIRE_APPROVAL', 'require_approval', ['personal.email']]],
    ['return', ['approval', 'withhold'], ['REQUIRE_APPROVAL', 'withhold', null]],
    ['return', ['ask'], ['REQUIRE_APPROVAL', null, null]],
    ['return', ['mask', 'withhold', 'deny'], ['DENY', null, null]],
    ['return', [], ['ALLOW', null, null]],
  ] as const)('in the action %s %j is %j', (action, held, decided) => {
    expect(decideOn(action, held)).toEqual(decided);
  });

  it('a mask that could not be evaluated masks nothing: it denies a call and withholds a result', () => {
    expect(decideOn('call', [], ['mask'])).toEqual(['DENY', null, null]);
    expect(decideOn('return', [], ['mask'])).toEqual(['REQUIRE_APPROVAL', null, null]);
  });

  it('a result needs no permit', () => {
    expect(decideBy([mask], holding([]), 'return').verdict).toBe('ALLOW');
    expect(decideBy([mask], holding([]), 'call').verdict).toBe('DENY');
  });
});
