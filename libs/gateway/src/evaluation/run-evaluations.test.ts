import type { Envelope, Invoke } from '@assay/contracts';
import { ManualJobs } from '@assay/kernel/testing';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { emptyExamination } from '../content/examine-content.js';
import { recordedContext } from '../recording/recorded-calls.js';
import {
  InMemoryEvaluations,
  InMemoryRecordedCalls,
  InMemorySavedExamples,
} from '../testing/in-memory-evaluation-stores.js';
import { SmallHouse } from '../testing/small-house.js';
import { ManageEvaluations } from './manage-evaluations.js';
import { RunEvaluations } from './run-evaluations.js';

const reads = { annotations: { readOnlyHint: true } };
const examples = [1, 2, 3].map((n) => ({ name: `e${n}`, input: { n } }));
const caller = aCaller();

async function setUp() {
  const house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const [a, b, writes] = [
    aVersion(aManifest({ name: 'acme/a', examples, ...reads }), { id: 'a' }),
    aVersion(aManifest({ name: 'acme/b', ...reads }), { id: 'b' }),
    aVersion(aManifest({ name: 'acme/writes' }), { id: 'w' }),
  ];
  for (const state of [a, b, writes]) house.catalogue.apply({ kind: 'tool-version', id: state.id, state });
  const store = new InMemoryEvaluations();
  const recorded = new InMemoryRecordedCalls();
  const jobs = new ManualJobs();
  const calls: string[] = [];
  let stopAt = Number.POSITIVE_INFINITY;
  const run = async ({ tool = '', input }: Invoke) => {
    calls.push(`${tool} ${JSON.stringify(input)}`);
    if (calls.length >= stopAt) throw new Error('the process dies');
    const envelope = { id: 'i', status: 'succeeded', validation: {}, trace: [], output: input } as unknown as Envelope;
    return { envelope, failure: undefined, limit: undefined, text: () => '' };
  };
  const ports = {
    ...{ store, recorded, jobs, invoke: { run }, examples: new InMemorySavedExamples() },
    ...{ content: { examine: async () => emptyExamination }, flush: async () => {} },
    sealer: { open: (sealed: string, context: string) => (context.length > 0 ? sealed : '') },
    ...{ catalogue: house.catalogue, directory: house.directory, clock: house.clock },
  };
  const runs = new RunEvaluations(ports);
  const { catalogue, directory, audit, clock, random } = house;
  const manage = new ManageEvaluations({ store, runs, catalogue, directory, audit, clock, random });
  return {
    ...{ house, store, recorded, jobs, calls, manage },
    stopAfter: (count: number) => {
      stopAt = count;
    },
  };
}

describe('evaluations', () => {
  it('replay each call on both, and are audited', async () => {
    const { manage, jobs, calls, house } = await setUp();
    const started = await manage.start(caller, { tool: 'acme/a', against: 'acme/b' });
    if (!started.ok) throw new Error(started.error.message);
    await jobs.runQueued();
    const found = await manage.find(caller, started.value.id);
    expect(found.ok && found.value.cases.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
    expect(found.ok && found.value.endedAt).not.toBeNull();
    expect(calls).toHaveLength(6);
    expect(house.actions).toContain('evaluation.start acme/a@1.0.0');
    expect(await manage.find(aCaller({ id: 'other' }), started.value.id)).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('go on after a restart with what is left', async () => {
    const { manage, jobs, calls, stopAfter, store, house } = await setUp();
    const started = await manage.start(caller, { tool: 'acme/a', against: 'acme/b', calls: 'examples', limit: 2 });
    if (!started.ok) throw new Error(started.error.message);
    stopAfter(3);
    await jobs.runQueued();
    expect(jobs.failures).toHaveLength(1);
    const midway = await store.find(started.value.id);
    expect(midway?.endedAt).toBeNull();
    const done = midway?.cases.length ?? 0;
    const before = calls.length;
    stopAfter(Number.POSITIVE_INFINITY);
    house.clock.advance(60_001);
    await jobs.run('evaluations.sweep');
    await jobs.runQueued();
    expect(calls.length - before).toBe(2 * (2 - done));
    expect((await store.find(started.value.id))?.cases).toHaveLength(2);
  });

  it('replay recorded calls: the caller’s own, for an administrator everybody’s', async () => {
    const { manage, jobs, recorded, calls, house } = await setUp();
    const organisationId = caller.organisationId as string;
    await recorded.set({ organisationId, tool: 'acme/a', keep: 9, createdAt: 0 });
    const at = house.clock.now();
    const add = (invocationId: string, principalId: string, n: number) =>
      recorded.add([
        { invocationId, organisationId, principalId, tool: 'acme/a', sealed: JSON.stringify({ input: { n } }), at },
      ]);
    await add('1', caller.principalId as string, 10);
    await add('2', 'somebody else', 20);
    expect(recordedContext('1')).toContain('1');
    await manage.start(caller, { tool: 'acme/a', against: 'acme/b', calls: 'recorded' });
    await jobs.runQueued();
    expect(calls.join()).toMatch(/"n":10/);
    expect(calls.join()).not.toMatch(/"n":20/);
    await manage.start(aCaller({}, ['admin', 'tools:call']), { tool: 'acme/a', against: 'acme/b', calls: 'recorded' });
    await jobs.runQueued();
    expect(calls.join()).toMatch(/"n":20/);
  });

  it.each([
    ['a tool that acts', { tool: 'acme/writes', against: 'acme/b' }, '/tool', /read-only/],
    ['one that is not there', { tool: 'acme/a', against: 'acme/none' }, '/against', /no tool/],
    ['the same version', { tool: 'acme/a', against: 'acme/a@1.0.0' }, '/against', /name another/],
  ])('refuse %s', async (_, asked, path, message) => {
    const { manage } = await setUp();
    const refused = await manage.start(caller, asked);
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request', issues: [{ path }] } });
    expect(refused.ok ? '' : refused.error.message).toMatch(message);
  });
});
