import type { Envelope, Invoke, Manifest } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { type Failure, fail } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { addResolved } from '../call.js';
import type { InvocationContext } from '../invocation-context.js';
import type { Invoked } from '../invoked.js';
import type { FalseRepair } from '../repair/repair-metrics.js';
import { SanityPredicates } from '../sanity/sanity-predicates.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { noFallbacks, noMapping } from '../testing/standing-alone.js';
import { Validators } from '../validators.js';
import { corroborate } from './corroborate.js';

const weather = (name: string, parts: Partial<Manifest> = {}, field: object = {}): Manifest =>
  aManifest({
    name,
    capabilities: ['weather.now'],
    annotations: { readOnlyHint: true },
    sanity: [{ name: 'cold', kind: 'range', expression: 'output.temp > -273.15', severity: 'CRITICAL' }],
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', 'x-assay-entity': 'city' } },
      required: ['city'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        temp: {
          type: 'number',
          maximum: 100,
          'x-assay-field': { name: 'temperature', tolerance: { absolute: 1 }, ...field },
        },
      },
    },
    ...parts,
  });

/** A tool `acme/first` that says 20, and others that say what they are given to say. */
function setUp(
  others: Readonly<Record<string, unknown>>,
  field: object = {},
  wanted = Object.keys(others).length,
  findings: readonly object[] = [],
) {
  const directory = new Directory();
  const catalogue = new Catalogue();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const own = aVersion(weather('acme/first', {}, field));
  const versions = [own, ...Object.keys(others).map((name) => aVersion(weather(name, {}, field)))];
  for (const version of versions) catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  const asked: { request: Invoke; context: InvocationContext }[] = [];
  const wrong: FalseRepair[] = [];
  const tickets: Failure[] = [];
  const invoke = async (request: Invoke, context: InvocationContext): Promise<Invoked> => {
    asked.push({ request, context });
    const [tool = ''] = (request.tool ?? '').split('@');
    const said = others[tool];
    const failure = said === undefined ? fail('upstream_unavailable', 'away').error : undefined;
    const status = failure === undefined ? 'succeeded' : 'failed';
    const parts = { id: tool, tool, version: '1.0.0', status, output: { temp: said }, provenance: { findings } };
    const envelope = parts as unknown as Envelope;
    return { envelope, failure, limit: undefined, text: () => '' };
  };
  const stage = corroborate({
    ...{ catalogue, directory, invoke, validators: new Validators(), model: null, allowance: { take: () => true } },
    sanity: { predicates: new SanityPredicates(), clock: new FakeClock() },
    ...{ fallbacks: noFallbacks, mapInput: noMapping, falseRepair: (by: FalseRepair) => wrong.push(by) },
    escalations: {
      open: async (_call, failure) => {
        tickets.push(failure);
        return { id: 't', url: 'u' };
      },
    },
  });
  const request = { tool: 'acme/first', input: { city: 'Ulm' }, corroborate: wanted };
  const call = aCall({ request, caller: aCaller(), output: { temp: 20 } }, own);
  call.resolved.validation = { outcome: 'valid', issues: [] };
  return { call, asked, wrong, tickets, catalogue, run: async () => addResolved(call, await stage.run(call)), stage };
}

describe('corroborate', () => {
  it('asks others the same, as calls of the same caller, and says what they were compared in', async () => {
    const { run, call, asked } = setUp({ 'acme/second': 20.5, 'acme/third': 20 });
    expect(await run()).toBeUndefined();
    expect(asked.map(({ request }) => [request.tool, request.input, request.fallback])).toEqual([
      ['acme/second@1.0.0', { city: 'Ulm' }, 'none'],
      ['acme/third@1.0.0', { city: 'Ulm' }, 'none'],
    ]);
    expect(asked[0]?.request.deadlineMs).toBeLessThan(30_000);
    expect(asked[0]?.context).toMatchObject({ caller: call.requested.caller, beside: 'corroboration' });
    expect(asked[0]?.request).not.toHaveProperty('session');
    expect(call.resolved.validation).toMatchObject({
      outcome: 'valid',
      corroboration: [{ tool: 'acme/second', compared: 1, conflicts: 0 }, { tool: 'acme/third' }],
    });
    expect(call.happened.warnings).toEqual([]);
  });

  it('counts what it asks against the budget of the session', async () => {
    const { stage, call, asked } = setUp({ 'acme/second': 20 });
    await stage.run(aCallWith(call, { request: { ...call.requested.request, session: 's' } }));
    expect(asked[0]?.request.session).toBe('s');
  });

  it('lets what more than half say stand, and makes the result conditional', async () => {
    const { run, call, wrong } = setUp({ 'acme/second': 30, 'acme/third': 30.5 });
    Object.assign(call.resolved, { repairs: [] });
    expect(await run()).toBeUndefined();
    expect(call.resolved.output).toEqual({ temp: 30 });
    expect(call.resolved.validation).toMatchObject({
      outcome: 'conditional',
      issues: [{ path: '/output/temp', layer: 'consistency', value: 20, resolution: { by: 'majority', value: 30 } }],
    });
    expect(call.happened.warnings).toHaveLength(1);
    expect(wrong).toEqual(['corroboration']);
  });

  it('warns of a lesser conflict that nothing decides, and fails for a critical one', async () => {
    const lesser = setUp({ 'acme/second': 30 });
    expect([await lesser.run(), lesser.call.resolved.validation.outcome, lesser.call.resolved.output]).toEqual([
      undefined,
      'warning',
      { temp: 20 },
    ]);
    const critical = setUp({ 'acme/second': 30 }, { severity: 'CRITICAL' });
    expect(await critical.run()).toMatchObject({ code: 'outputs_conflict', issues: [{ path: '/output/temp' }] });
    expect([critical.call.resolved.output, critical.call.resolved.validation.outcome]).toEqual([undefined, 'failure']);
    expect(critical.tickets).toEqual([]);
  });

  it('takes a critical conflict that is for a person to a person', async () => {
    const { run, tickets } = setUp({ 'acme/second': 30 }, { severity: 'CRITICAL', resolve: ['person'] });
    expect(await run()).toMatchObject({ code: 'outputs_conflict', data: { escalation: { id: 't' } } });
    expect(tickets).toHaveLength(1);
  });

  it.each([
    ['the schema', 130],
    ['a critical predicate', -300],
  ])('does not let what %s forbids stand', async (_, said) => {
    const { run, call } = setUp({ 'acme/second': said, 'acme/third': said });
    await run();
    expect([call.resolved.output, call.resolved.validation.outcome]).toEqual([{ temp: 20 }, 'warning']);
  });

  it('asks further tools when some do not answer, and says how many did', async () => {
    const { run, call, asked } = setUp({ 'acme/second': undefined, 'acme/third': 20 }, {}, 1);
    await run();
    expect(asked.map(({ request }) => request.tool)).toEqual(['acme/second@1.0.0', 'acme/third@1.0.0']);
    expect(call.happened.warnings).toEqual([]);
    const nobody = setUp({}, {}, 2);
    await nobody.run();
    expect(nobody.call.happened.warnings).toEqual([
      expect.stringMatching(/asks for 2 other tools, and 0 answered: only 0 other/),
    ]);
  });

  it('says when nothing can be compared', async () => {
    const { run, call } = setUp({ 'acme/second': 20 });
    call.resolved.output = { other: 1 };
    await run();
    expect(call.happened.warnings).toEqual([expect.stringMatching(/could not be compared/)]);
  });

  it('does not listen to what looks like an attack on its reader', async () => {
    const { run, call } = setUp({ 'acme/second': 30, 'acme/third': 30 }, {}, 2, [{ rule: 'instruction' }]);
    await run();
    expect([call.resolved.output, call.resolved.validation.outcome]).toEqual([{ temp: 20 }, 'valid']);
    expect(call.happened.warnings).toEqual([expect.stringMatching(/0 answered: the others returned no result/)]);
  });

  it('is needed only where it is asked for', () => {
    const { stage, call } = setUp({});
    expect([stage.isNeeded?.(call), stage.isNeeded?.(aCall())]).toEqual([true, false]);
  });
});
