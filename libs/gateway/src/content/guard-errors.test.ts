import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { aCall } from '../testing/a-call.js';
import { noPolicies } from '../testing/no-policies.js';
import type { Examined } from './examine-content.js';
import { guardFailures, guardToolError } from './guard-errors.js';

const decision = (parts: Partial<PolicyDecision>): PolicyDecision => ({
  ...{ verdict: 'ALLOW', policies: [], digest: 'd', why: 'denied by p', failed: [] },
  ...parts,
});
const content = {
  mark: () => [],
  examine: async (value: unknown): Promise<Examined> => {
    const { message, text: said } = value as { message?: string; text?: string };
    const [path, text] = message === undefined ? ['/text', said ?? ''] : ['/message', message];
    const start = text.indexOf('bob');
    const places = start < 0 ? [] : [{ class: 'personal.name', path, start, end: start + 3 }];
    return { places, classes: places.map((it) => it.class), isWhole: true };
  },
};
const portsWith = (decided: PolicyDecision | undefined) => ({
  ...{ content, masked: { mask: async () => () => '#' }, onProblem: () => {} },
  policies: { ...noPolicies, guardsReturns: () => decided !== undefined, runReturn: () => decided },
});
const version = aVersion(aManifest());
const failing = () =>
  aCall({ answer: { content: [{ type: 'text', text: 'no bob' }], isError: true, source: 's' } }, version);

describe('guardToolError', () => {
  it.each([
    ['masks', decision({ masks: 'all' }), 'no #'],
    ['hides', decision({ verdict: 'DENY' }), "The tool's error message is not returned: denied by p."],
    [
      'hides rather than ask a person',
      decision({ verdict: 'REQUIRE_APPROVAL' }),
      "The tool's error message is not returned: denied by p.",
    ],
    ['lets through', decision({}), 'no bob'],
  ])('%s what a failing tool said', async (_, decided, text) => {
    const call = failing();
    expect(await guardToolError(portsWith(decided)).run(call)).toBeUndefined();
    expect(call.resolved.answer).toMatchObject({ content: [{ type: 'text', text }], isError: true, source: 's' });
  });

  it('is for errors, and where a policy is about results', () => {
    const stage = guardToolError(portsWith(decision({})));
    expect(stage.isNeeded?.(failing())).toBe(true);
    expect(stage.isNeeded?.(aCall({ answer: { content: [], isError: false, source: 's' } }, version))).toBe(false);
    expect(guardToolError(portsWith(undefined)).isNeeded?.(failing())).toBe(false);
  });
});

describe('guardFailures', () => {
  const failure = { code: 'upstream_error', message: 'it said bob', data: { status: 500 } } as const;
  const stage = { name: 'call', run: () => failure };

  it.each([
    ['masks', decision({ masks: 'all' }), { code: 'upstream_error', message: 'it said #' }],
    ['hides', decision({ verdict: 'DENY' }), { message: "The tool's error message is not returned: denied by p." }],
    ['lets through', decision({}), failure],
    ['asks nobody', undefined, failure],
  ])('%s what a failure quotes', async (_, decided, said) => {
    expect(await guardFailures(portsWith(decided), stage).run(aCall({ upstreamMs: 1 }, version))).toMatchObject(said);
  });

  it('leaves alone what failed before the tool was reached, and what did not fail', async () => {
    const ports = portsWith(decision({ verdict: 'DENY' }));
    expect(await guardFailures(ports, stage).run(aCall({}, version))).toBe(failure);
    expect(await guardFailures(ports, { name: 'call', run: () => undefined }).run(failing())).toBeUndefined();
  });
});
