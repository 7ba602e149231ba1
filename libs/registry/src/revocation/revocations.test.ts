import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { aRevocation } from '../testing/builders.js';
import { type Revocation, targetOf } from './revocation.js';
import { Revocations } from './revocations.js';

const lifted = { at: 9, by: null, reason: null };

function holding(...parts: Partial<Revocation>[]) {
  const revocations = new Revocations();
  parts.forEach((part, at) => {
    revocations.apply(`r${at}`, aRevocation({ id: `r${at}`, createdAt: at, ...part }));
  });
  return revocations;
}

describe('Revocations', () => {
  // revocation, version, whether it is covered
  it.each<[Partial<Revocation>, string, string, boolean]>([
    [{ range: '1.2.0' }, 'acme/orders.create', '1.2.0', true],
    [{ range: '1.2.0' }, 'acme/orders.create', '1.2.1', false],
    [{ range: '^1' }, 'acme/orders.create', '1.9.0', true],
    [{ range: '^1' }, 'acme/orders.create', '1.9.0-rc.1', true],
    [{ range: '^1' }, 'acme/orders.create', '2.0.0-rc.1', false],
    [{ range: '<2 || >=3' }, 'acme/orders.create', '2.5.0', false],
    [{ range: null }, 'acme/orders.create', '99.0.0', true],
    [{ range: null }, 'acme/orders.create2', '1.0.0', false],
    [{ range: null }, 'acme2/orders.create', '1.0.0', false],
    [{ tool: null }, 'acme/anything.at-all', '1.0.0', true],
    [{ tool: null }, 'acme2/anything', '1.0.0', false],
    [{ lifted }, 'acme/orders.create', '1.0.0', false],
  ])('%j and %s@%s: %s', (parts, tool, version, covered) => {
    expect(holding(parts).covering(tool, version) !== undefined).toBe(covered);
  });

  it('name the widest, then the oldest, of several', () => {
    const two = holding({ range: '^1' }, { range: '1.0.0' });
    expect(two.covering('acme/orders.create', '1.0.0')?.id).toBe('r0');
    two.apply('r2', aRevocation({ id: 'r2', tool: null, createdAt: 5 }));
    expect(two.of({ namespace: 'acme', tool: 'orders.create', versionKey: '1.0.0' })?.id).toBe('r2');
  });

  it('keep lifted ones, and leave other ones in force', () => {
    const revocations = holding({ range: '^1' }, { range: '1.0.0' });
    revocations.apply('r0', aRevocation({ id: 'r0', range: '^1', lifted }));
    expect(revocations.covering('acme/orders.create', '1.0.0')?.id).toBe('r1');
    expect(revocations.covering('acme/orders.create', '1.1.0')).toBeUndefined();
    expect([...revocations.all()].map(({ id }) => id).sort()).toEqual(['r0', 'r1']);
    expect(revocations.get('r0')?.lifted).toEqual(lifted);
    expect(revocations.naming('acme', 'orders.create').map(({ id }) => id)).toEqual(['r1']);
    expect(revocations.naming('acme', null)).toEqual([]);
  });

  it('follow a renamed tool', () => {
    const revocations = holding({});
    revocations.apply('r0', aRevocation({ id: 'r0', namespace: 'globex' }));
    expect(revocations.covering('acme/orders.create', '1.0.0')).toBeUndefined();
    expect(revocations.covering('globex/orders.create', '1.0.0')?.id).toBe('r0');
  });

  it('notify listeners of each start and end, once', () => {
    const revocations = new Revocations();
    const heard: string[] = [];
    const stop = revocations.listen((it) => heard.push(`${targetOf(it)} ${it.lifted === null}`));
    const state = aRevocation({ id: 'r', range: '^1' });
    for (const next of [state, state, { ...state, lifted }, { ...state, lifted }]) revocations.apply('r', next);
    revocations.apply('past', aRevocation({ id: 'past', lifted }));
    expect(heard).toEqual(['acme/orders.create@^1 true', 'acme/orders.create@^1 false']);
    stop();
    revocations.apply('r', state);
    revocations.apply('r', null);
    expect(heard).toHaveLength(2);
    expect(revocations.covering('acme/orders.create', '1.0.0')).toBeUndefined();
  });

  it('cover exactly what any of those in force covers, for any order of changes', () => {
    const ranges = ['^1', '~1.2', '1.2.3', '>=2', '<1', '1.x', '>=1.2.3-0 <1.2.4', null];
    const versions = ['0.9.0', '1.0.0', '1.2.0', '1.2.3', '1.2.3-rc.1', '1.3.0', '2.0.0-0', '2.0.0'];
    const step = fc.record({ id: fc.nat(4), range: fc.constantFrom(...ranges), isLifted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const revocations = new Revocations();
        const last = new Map<number, (typeof steps)[number]>();
        for (const it of steps) {
          last.set(it.id, it);
          const state = aRevocation({ id: `r${it.id}`, range: it.range, lifted: it.isLifted ? lifted : null });
          revocations.apply(state.id, state);
        }
        const covers = (it: (typeof steps)[number], version: string) =>
          !it.isLifted && (it.range === null || semver.satisfies(version, it.range, { includePrerelease: true }));
        for (const version of versions) {
          const expected = [...last.values()].some((it) => covers(it, version));
          expect(revocations.covering('acme/orders.create', version) !== undefined).toBe(expected);
        }
      }),
    );
  });
});
