import { hourMs } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { keptFrom } from '../testing/kept-from.js';
import { smallOutputs } from '../testing/small-outputs.js';
import { KeepOutput, keepDefaults, keptUrl, pointerTo } from './keep-output.js';

const from = keptFrom();

describe('KeepOutput', () => {
  it('keeps a whole result for a day, and gives a pointer to it', async () => {
    const clock = new FakeClock();
    const { keep, store } = smallOutputs(clock);
    const kept = await keep.pointer({ a: 'é' }, from);
    if (!kept.ok) throw new Error(kept.error);
    const pointer = pointerTo(kept.value.output);
    expect(pointer).toEqual({
      id: kept.value.output.id,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      bytes: 10,
      mediaType: 'application/json',
      url: `/v1/outputs/${pointer.id}`,
      expiresAt: new Date(clock.now() + 24 * hourMs).toISOString(),
    });
    const owner = { principalId: from.caller.principalId as string, namespaces: null };
    expect(await store.find(owner, 'pointer', pointer.id, clock.now())).toMatchObject({ content: '{"a":"é"}' });
    expect(await keep.pointer({ a: 'é' }, from)).toMatchObject({ value: { known: true, output: { id: pointer.id } } });
  });

  it('counts the bytes behind base64', async () => {
    const { keep } = smallOutputs(new FakeClock());
    const kept = await keep.binary(Buffer.alloc(100).toString('base64'), 'image/png', from);
    expect(kept).toMatchObject({ value: { output: { bytes: 100, mediaType: 'image/png' } } });
  });

  it.each([
    [{}, undefined, 'episodic', 30 * 24 * hourMs],
    [{}, 's', 'session', 24 * hourMs],
    [{ layer: 'working' as const }, 's', 'working', hourMs],
    [{ keepMs: 60_000 }, undefined, 'episodic', 60_000],
  ])('remembers by %j in the session %s as %s', async (wish, session, layer, keepMs) => {
    const { keep } = smallOutputs(new FakeClock());
    const kept = await keep.memory('fact', { ...from, session }, wish);
    if (!kept.ok) throw new Error(kept.error);
    const { output } = kept.value;
    expect([output.layer, output.session, output.expiresAt - output.createdAt]).toEqual([
      layer,
      session ?? null,
      keepMs,
    ]);
    expect(keptUrl(output)).toBe(`/v1/memory/${output.id}`);
  });

  it('says in a sentence why something was not kept', async () => {
    const clock = new FakeClock();
    const { keep, store } = smallOutputs(clock);
    const anonymous = { ...from, caller: { ...from.caller, principalId: null } };
    expect(await keep.pointer('x', anonymous)).toMatchObject({
      error: expect.stringMatching(/storing requires authentication/),
    });
    const long = 'x'.repeat(keepDefaults.maxMemoryBytes + 1);
    expect(await keep.memory(long, from, {})).toMatchObject({ error: expect.stringMatching(/at most 1048576/) });
    for (let at = 0; at < keepDefaults.caps.memory.count; at += 1) await keep.memory(`fact ${at}`, from, {});
    expect(await keep.memory('one more', from, {})).toMatchObject({
      error: expect.stringMatching(/you have 1000 of at most 1000 .*forget some: DELETE \/v1\/memory/),
    });
    const problems: unknown[] = [];
    const away = new KeepOutput({
      store: { keep: async () => Promise.reject(new Error('away')) },
      clock,
      random: { uuid: () => 'id' },
      onProblem: (cause) => problems.push(cause),
    });
    expect(await away.pointer('x', from)).toMatchObject({ error: expect.stringMatching(/database did not answer/) });
    expect(problems).toHaveLength(1);
    const owner = { principalId: from.caller.principalId as string, namespaces: null };
    expect(await store.removeAll(owner, 'memory')).toBe(1_000);
  });
});
