import { FakeClock, InMemoryAuditLog } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { keptFrom } from '../testing/kept-from.js';
import { smallOutputs } from '../testing/small-outputs.js';
import { ReadKept } from './read-kept.js';

const ann = aCaller();
const bob = aCaller({ id: 'principal-bob' });
const from = keptFrom({ caller: ann });
const page = { after: null, limit: 10 };

async function setUp() {
  const clock = new FakeClock();
  const audit = new InMemoryAuditLog(clock.now);
  const { keep, store } = smallOutputs(clock);
  const read = new ReadKept({ store, audit, clock });
  const kept = await keep.memory([1, 2, 3], from, {});
  if (!kept.ok) throw new Error(kept.error);
  return { clock, audit, keep, read, id: kept.value.output.id };
}

describe('ReadKept', () => {
  it('lists and reads what is the caller’s own, by range', async () => {
    const { read, id } = await setUp();
    expect(await read.list(ann, 'memory', page)).toMatchObject({ value: [{ id, layer: 'episodic' }] });
    expect(await read.list(ann, 'pointer', page)).toEqual({ ok: true, value: [] });
    const part = await read.read(ann, 'memory', id, { range: 'items=1-1' });
    expect(part).toMatchObject({ value: { output: { id }, slice: { content: [2], next: 'items=2-' } } });
    expect(part.ok && 'content' in part.value.output).toBe(false);
    expect(await read.read(ann, 'memory', id, { range: 'items=9-' })).toMatchObject({
      error: { code: 'range_not_satisfiable' },
    });
  });

  it('knows nothing of what is another’s, of another kind, or not an id', async () => {
    const { read, id } = await setUp();
    for (const [caller, kind, asked] of [
      [bob, 'memory', id],
      [ann, 'pointer', id],
      [ann, 'memory', 'x'],
      [{ ...ann, namespaces: ['other'] }, 'memory', id],
    ] as const) {
      expect(await read.read(caller, kind, asked)).toMatchObject({ error: { code: 'not_found' } });
      expect(await read.remove(caller, kind, asked)).toMatchObject({ error: { code: 'not_found' } });
    }
    const anonymous = { ...ann, principalId: null };
    expect(await read.list(anonymous, 'memory', page)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(await read.read(anonymous, 'memory', id)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(await read.removeAll(anonymous, 'memory')).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('forgets what has expired', async () => {
    const { read, clock, id } = await setUp();
    clock.advance(30 * 86_400_000);
    expect(await read.read(ann, 'memory', id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await read.list(ann, 'memory', page)).toEqual({ ok: true, value: [] });
  });

  it('erases one, or all, and records that it did, not what it was', async () => {
    const { read, keep, audit, id } = await setUp();
    await keep.memory('secret fact', from, {});
    await keep.memory('another', from, {});
    expect(await read.remove(ann, 'memory', id)).toEqual({ ok: true, value: null });
    expect(await read.removeAll(ann, 'memory')).toEqual({ ok: true, value: 2 });
    expect(await read.removeAll(ann, 'memory')).toEqual({ ok: true, value: 0 });
    expect(audit.records.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['memory.forget', id, { erased: 1 }],
      ['memory.forget', '*', { erased: 2 }],
    ]);
    expect(JSON.stringify(audit.records)).not.toContain('secret fact');
  });
});
