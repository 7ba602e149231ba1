import { describe, expect, it } from '@jest/globals';
import { smallCompositions, aStep as step } from '../testing/small-compositions.js';
import { CheckCompositions, type CheckPorts } from './check-compositions.js';

async function checking(parts: Partial<CheckPorts> = {}) {
  const { house, caller, calls, publish } = await smallCompositions();
  const { catalogue, directory, clock } = house;
  const ports: CheckPorts = {
    ...{ catalogue, directory, clock, hasModel: false },
    standIns: () => [],
    verdict: (_caller, { manifest }) =>
      manifest.name === 'acme/act' ? { verdict: 'REQUIRE_APPROVAL', why: 'acts' } : { verdict: 'ALLOW', why: '' },
    foresee: (_caller, { manifest }) =>
      manifest.name === 'acme/act'
        ? { callable: 'depends', why: 'depends on the arguments: own', policies: ['own'], openUntil: 0 }
        : { callable: 'yes', why: 'you own its namespace', policies: [], openUntil: null },
    loadTokens: async () => (text) => text.length,
    ...parts,
  };
  const checks = (others: Partial<CheckPorts> = {}) => new CheckCompositions({ ...ports, ...others });
  return { calls, publish, caller, checks, check: (plan: object) => checks().run(caller, { plan } as never) };
}

describe('the check of a composition', () => {
  it('shows the graph with the versions it would call, and calls nothing', async () => {
    const { check, calls } = await checking();
    const checked = await check({ steps: [step('a', 'acme/read'), step('b', 'acme/act', { x: '$ref:a.x' })] });
    expect(checked).toMatchObject({ ok: true, problems: [], estimate: { waves: [['a'], ['b']], approvals: ['b'] } });
    expect(checked.graph).toEqual([
      { id: 'a', kind: 'tool', tool: 'acme/read', version: '1.0.0', needs: [] },
      { id: 'b', kind: 'tool', tool: 'acme/act', version: '1.0.0', needs: ['a'] },
    ]);
    expect(calls).toEqual([]);
  });

  it('has the policy gate’s verdict on each tool, with the policy and until when it does not respond', async () => {
    const { check } = await checking();
    const steps = [step('a', 'acme/read'), step('b', 'acme/act'), step('c', 'acme/act'), step('d', 'acme/none')];
    const { verdicts } = await check({ steps });
    expect(verdicts).toEqual([
      { tool: 'acme/read', version: '1.0.0', callable: 'yes', why: 'you own its namespace' },
      {
        ...{ tool: 'acme/act', version: '1.0.0', callable: 'depends', why: 'depends on the arguments: own' },
        ...{ policies: ['own'], openUntil: '1970-01-01T00:00:00.000Z' },
      },
    ]);
  });

  it('lists every problem, and estimates nothing then', async () => {
    const { check } = await checking();
    const checked = await check({ steps: [step('a', 'acme/none'), step('b', 'acme/read', { x: '$ref:z' })] });
    expect(checked).toMatchObject({ ok: false, estimate: null });
    expect(checked.problems.length).toBeGreaterThan(1);
  });

  it.each(['plan', 'pipeline'] as const)('reads, checks and estimates a long %s in slices', async (notation) => {
    const { checks, caller } = await checking();
    const turns = { passed: 0 };
    const sliced = checks({ clock: tickingClock(turns) });
    const steps = Array.from({ length: 2_000 }, (_, n) =>
      notation === 'plan' ? step(`s${n}`, 'acme/read') : { tool: 'acme/read' },
    );
    const checked = await sliced.run(caller, { [notation]: { steps } } as never);
    expect(checked.graph).toHaveLength(steps.length);
    // At least reading and checking yield after each step; a slice of this clock has about ten of them.
    expect(turns.passed).toBeGreaterThan(steps.length / 10);
  });
});

/** Each reading of this clock finds it a millisecond later. */
function tickingClock(turns: { passed: number }): CheckPorts['clock'] {
  let now = 0;
  return {
    monotonic: () => {
      now += 1;
      return now;
    },
    after: (_delayMs, run) => {
      turns.passed += 1;
      queueMicrotask(run);
      return () => {};
    },
  };
}
