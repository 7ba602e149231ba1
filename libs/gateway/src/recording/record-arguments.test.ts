import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, type CallParts } from '../testing/a-call.js';
import { InMemoryRecordedCalls } from '../testing/in-memory-evaluation-stores.js';
import { RecordArguments, recordingKey } from './record-arguments.js';
import { maxRecordedBytes } from './recorded-calls.js';

const version = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const tool = `${version.namespace}/${version.tool}`;
const organisationId = 'org-acme';

async function setUp() {
  const clock = new FakeClock();
  const store = new InMemoryRecordedCalls();
  const problems: unknown[] = [];
  const sealer = { seal: (plain: string, context: string) => `${context}: ${plain}` };
  const recording = new RecordArguments({ store, sealer, clock, onProblem: (cause) => problems.push(cause) });
  await store.set({ organisationId, tool, keep: 10, createdAt: 0 });
  await recording.start();
  const newest = () => store.newest({ organisationId, tool, principalId: null, limit: 10 });
  return { clock, store, recording, problems, newest };
}

const ended = (parts: CallParts = {}, of = version) => aCall({ upstreamMs: 1, ...parts }, of);

describe('RecordArguments', () => {
  it('keeps sealed what was asked for, soon after', async () => {
    const { recording, clock, newest } = await setUp();
    expect([...recording.chosen]).toEqual([recordingKey(organisationId, tool)]);
    recording.note(ended());
    expect(await newest()).toEqual([]);
    clock.advance(1_000);
    await recording.stop();
    const [kept] = await newest();
    expect(kept?.sealed).toBe(`recorded call ${kept?.invocationId}: {"input":{"item":"tea"}}`);
  });

  it.each<[string, CallParts, typeof version]>([
    ['of a tool that acts', {}, aVersion(aManifest())],
    ['that did not reach the tool', { upstreamMs: undefined as never }, version],
    ['of a comparison', { beside: 'evaluation' }, version],
    ['of a composition', { nesting: 1 }, version],
    ['that is too large', { input: { item: 'x'.repeat(maxRecordedBytes) } }, version],
    ['of another tool', {}, aVersion(aManifest({ name: 'acme/other', annotations: { readOnlyHint: true } }))],
  ])('keeps no call %s', async (_, parts, of) => {
    const { recording, newest } = await setUp();
    recording.note(ended(parts, of));
    await recording.flush();
    expect(await newest()).toEqual([]);
  });

  it('keeps what was masked masked, and learns of other replicas in time', async () => {
    const { recording, newest, clock, store } = await setUp();
    recording.note(ended({ input: { item: '***' }, unmasked: { item: '[secret 1]' } }));
    await recording.flush();
    expect((await newest())[0]?.sealed).toContain('[secret 1]');
    await store.remove(organisationId, tool);
    clock.advance(15_000);
    await recording.refresh();
    expect(recording.chosen.size).toBe(0);
    await recording.stop();
  });

  it('reports what could not be written, and goes on', async () => {
    const { recording, problems, store } = await setUp();
    store.add = async () => {
      throw new Error('away');
    };
    recording.note(ended());
    await recording.flush();
    expect(problems).toHaveLength(1);
    await recording.stop();
  });
});
