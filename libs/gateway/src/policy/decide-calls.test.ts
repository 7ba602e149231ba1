import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { LinePolicyEngine } from '../testing/line-policy-engine.js';
import { SmallHouse } from '../testing/small-house.js';
import { DecideCalls, nothingFound } from './decide-calls.js';
import { PolicyBook } from './policy-book.js';

const version = aVersion(aManifest());
const ann = aCaller();

async function setUp(shipped: string) {
  const { directory, clock } = await SmallHouse.open();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const engine = new LinePolicyEngine();
  const book = new PolicyBook(shipped);
  let trust = 0.5;
  const decide = new DecideCalls({ book, engine, directory, clock, trustOf: () => trust });
  const put = (text: string, n = 1) =>
    book.apply({
      kind: 'policy',
      id: 'p',
      state: {
        ...{ id: 'p', organisationId: 'org-acme', name: 'own', version: n, text },
        ...{ description: null, changedAt: 0, changedBy: null },
      },
    });
  const trusts = (value: number) => {
    trust = value;
  };
  return { decide, engine, directory, put, trusts };
}

describe('DecideCalls', () => {
  it('decides once what depends on caller and version only', async () => {
    const { decide, engine } = await setUp('permit a');
    const first = decide.run(ann, version, { x: 1 });
    expect(first).toMatchObject({ verdict: 'ALLOW', policies: [{ id: 'default', version: 0 }] });
    expect(decide.run(ann, version, { x: 2 })).toBe(first);
    expect(engine.decided).toBe(1);
    decide.run(aCaller({ id: 'principal-bob' }), version, {});
    decide.run(ann, { ...version }, {});
    expect(engine.decided).toBe(3);
  });

  it('makes what ships ready before the first call', async () => {
    const { decide, engine } = await setUp('permit a');
    let prepared = 0;
    const prepare = engine.prepare.bind(engine);
    engine.prepare = (...asked) => {
      prepared += 1;
      return prepare(...asked);
    };
    decide.warm();
    decide.run(ann, version, {});
    expect(prepared).toBe(1);
  });

  it('asks a person for each call of code that reaches what its calls name, also where policies allow it', async () => {
    const { decide } = await setUp('permit a');
    const code = (tier: number) => aVersion(aManifest({ protocol: 'sandbox', endpoint: { code: 'x', tier } }));
    expect(decide.run(ann, code(2), {}).verdict).toBe('ALLOW');
    const decision = decide.run(ann, code(3), {});
    expect(decision).toMatchObject({ verdict: 'REQUIRE_APPROVAL', excludesStanding: true });
    expect(decision.why).toMatch(/a person decides each call/);
    expect(decide.foresee(ann, code(3)).verdict).toBe('REQUIRE_APPROVAL');
    const { decide: denying } = await setUp('forbid a');
    expect(denying.run(ann, code(3), {}).verdict).toBe('DENY');
    expect(denying.foresee(ann, code(3)).verdict).toBe('DENY');
  });

  it('evaluates each call where the arguments or the time count', async () => {
    const { decide } = await setUp('permit a\nforbid b when arguments.x');
    expect(decide.run(ann, version, { x: 1 }).verdict).toBe('DENY');
    expect(decide.run(ann, version, { y: 1 }).verdict).toBe('ALLOW');
    const timely = await setUp('permit a when time');
    timely.decide.run(ann, version, {});
    timely.decide.run(ann, version, {});
    expect(timely.engine.decided).toBe(2);
  });

  it('evaluates again when trust has moved by a digit that policies see', async () => {
    const { decide, engine, trusts } = await setUp('permit a when trust');
    decide.run(ann, version, {});
    trusts(0.50001);
    decide.run(ann, version, {});
    expect(engine.decided).toBe(1);
    trusts(0);
    expect(decide.run(ann, version, {}).verdict).toBe('DENY');
  });

  it('applies a change of policies immediately, for the organisation that owns them', async () => {
    const { decide, put } = await setUp('permit a');
    const stranger = aCaller({ organisationId: 'org-other' });
    expect(decide.run(ann, version, {}).verdict).toBe('ALLOW');
    put('forbid all');
    expect(decide.run(ann, version, {})).toMatchObject({ verdict: 'DENY', policies: [{ id: 'own', version: 1 }] });
    expect(decide.run(stranger, version, {}).verdict).toBe('ALLOW');
    put('ask all', 2);
    expect(decide.run(ann, version, {})).toMatchObject({ verdict: 'REQUIRE_APPROVAL', policies: [{ version: 2 }] });
  });

  it('puts those of no organisation under the policies of the installation', async () => {
    const { decide, put } = await setUp('permit a');
    put('forbid all');
    expect(decide.run(aCaller({ organisationId: null as never }), version, {}).verdict).toBe('DENY');
  });

  it('applies grants, and the new name of a tool that a policy names', async () => {
    const { decide, put, directory } = await setUp('permit a');
    put('ask b when owned\nforbid c when tool:old/create');
    const bob = aCaller({ id: 'principal-bob' });
    expect(decide.run(bob, version, {}).verdict).toBe('ALLOW');
    const manager = aCaller({ id: 'principal-bob' }, ['admin']);
    expect(decide.run(manager, version, {}).verdict).toBe('ALLOW');
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ teams: ['team-pay'] }) });
    expect(decide.run({ ...bob, teams: ['team-pay'] }, version, {}).verdict).toBe('REQUIRE_APPROVAL');
    const alias = { id: 'a', organisationId: 'org-acme', name: 'old/create', target: 'acme/orders.create' };
    directory.apply({ kind: 'tool-alias', id: 'a', state: { ...alias, createdAt: 0, createdBy: null } });
    expect(decide.run(bob, version, {}).verdict).toBe('DENY');
  });

  it('says what would be decided under others', async () => {
    const { decide } = await setUp('permit a');
    const others = [
      {
        ...{ name: 'x', version: 1, text: 'forbid all', description: null, digest: '' },
        ...{ shipped: false, changedAt: null, changedBy: null },
      },
    ];
    expect(decide.under(others, ann, version, { action: 'call', input: {}, found: nothingFound }).verdict).toBe('DENY');
    expect(decide.run(ann, version, {}).verdict).toBe('ALLOW');
  });

  const found = (...classes: string[]) => ({ classes, isWhole: true });
  const unexamined = { classes: [], isWhole: false };

  it('shows policies what the arguments contain, and nothing is asked where none reads it', async () => {
    const { decide, put } = await setUp('permit a');
    expect(decide.readsInput(ann)).toBe(false);
    put('forbid b when found:personal.email');
    expect(decide.readsInput(ann)).toBe(true);
    expect(decide.run(ann, version, {}, found('personal.email')).verdict).toBe('DENY');
    expect(decide.run(ann, version, {}, found('personal.phone')).verdict).toBe('ALLOW');
    expect(decide.run(ann, version, {}).verdict).toBe('ALLOW');
    expect(decide.run(ann, version, {}, unexamined).verdict).toBe('DENY');
  });

  it('is asked about results where a forbid is about them, and what is not examined holds', async () => {
    const { decide, put } = await setUp('permit a');
    expect(decide.guardsReturns(ann)).toBe(false);
    expect(decide.runReturn(ann, version, found('personal.email'))).toBeUndefined();
    put('permit x on return');
    expect(decide.guardsReturns(ann)).toBe(false);
    put('mask b on return when found:personal.email', 2);
    expect(decide.guardsReturns(ann)).toBe(true);
    expect(decide.runReturn(ann, version, found('personal.email'))).toMatchObject({
      ...{ verdict: 'ALLOW', obligation: 'mask', masks: ['personal.email'] },
    });
    expect(decide.runReturn(ann, version, found())).toMatchObject({ verdict: 'ALLOW', policies: [] });
    expect(decide.runReturn(ann, version, unexamined)).toMatchObject({ verdict: 'REQUIRE_APPROVAL' });
    expect(decide.run(ann, version, {}).verdict).toBe('ALLOW');
  });

  it('reveals masked values only where a permit is about that', async () => {
    const { decide, put } = await setUp('permit a');
    const value = { class: 'personal.email', source: 'acme/crm' };
    expect(decide.mayReveal(ann, version, value)).toBe(false);
    put('permit b on reveal when class:personal.email');
    expect(decide.mayReveal(ann, version, value)).toBe(true);
    expect(decide.mayReveal(ann, version, { ...value, class: 'secret.github' })).toBe(false);
    put('permit b on reveal\nforbid c on reveal when class:personal.email', 2);
    expect(decide.mayReveal(ann, version, value)).toBe(false);
  });

  it('foresees what arguments decide, and keeps what it foresaw', async () => {
    const { decide, engine, put } = await setUp('permit a\nforbid b when arguments.x');
    const first = decide.foresee(ann, version);
    expect(first).toMatchObject({ verdict: 'DEPENDS', policies: [{ id: 'default#b', version: 0 }] });
    const { decided } = engine;
    expect(decide.foresee(ann, version)).toBe(first);
    expect(engine.decided).toBe(decided);
    put('permit a\nforbid c when found:personal.email\nforbid b');
    expect(decide.foresee(ann, version)).toMatchObject({ verdict: 'DENY', policies: [{ id: 'own#b', version: 1 }] });
  });
});
