import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { smallOutputs } from '../testing/small-outputs.js';
import { CompactSessions } from './compact-session.js';

const ann = aCaller();

async function setUp(sizes: readonly number[]) {
  const clock = new FakeClock();
  const outputs = smallOutputs(clock);
  const compacting = new CompactSessions({ ...outputs, languageModel: null, clock });
  for (const [n, rows] of sizes.entries()) {
    const output = {
      call: n,
      rows: Array.from({ length: rows }, (_, id) => ({ id, name: `name ${n} ${id}`, note: 'x'.repeat(40) })),
    };
    await outputs.keep.result(output, {
      ...{ caller: ann, session: 's', tool: `acme/list${n}`, version: '1.0.0', invocationId: `call-${n}` },
      ...{ at: '', source: '', freshness: 'live', confidence: 1, findings: [] },
    });
    clock.advance(1_000);
  }
  return { compacting, outputs };
}
async function compact(sizes: readonly number[], wish = {}, caller = ann) {
  const { compacting } = await setUp(sizes);
  const result = await compacting.run(caller, 's', wish);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('CompactSessions', () => {
  it('shortens all but the newest result, oldest first, with pointer and tokens saved', async () => {
    const { results, saved, left, summary, tokens } = await compact([50, 40, 30]);
    expect(results.map(({ tool }) => tool)).toEqual(['acme/list0', 'acme/list1']);
    for (const { tokens: counted, pointer, short } of results) {
      expect(pointer.url).toMatch(/^\/v1\/outputs\//);
      expect(short).toBeDefined();
      expect(counted.saved).toBe(counted.whole - counted.short);
      expect(counted.saved).toBeGreaterThan(0);
    }
    expect(saved).toBe(results.reduce((sum, it) => sum + it.tokens.saved, 0));
    expect({ left: left > 0, summary, counted: tokens > 0 }).toEqual({ left: true, summary: null, counted: true });
  });

  it('stops when the budget is met, and says when it cannot be', async () => {
    const whole = await compact([50, 50, 50], { keepLast: 3 });
    expect(whole.results).toEqual([]);
    const some = await compact([50, 50, 50], { tokenBudget: whole.left - 1 });
    expect(some.results.map(({ tool }) => tool)).toEqual(['acme/list0']);
    expect(some.isWithinBudget).toBe(true);
    const none = await compact([50, 50, 50], { tokenBudget: 1 });
    expect(none).toMatchObject({ isWithinBudget: false, notes: [expect.stringContaining('keepLast')] });
  });

  it('takes what was saved out of the session’s account, once', async () => {
    const { compacting, outputs } = await setUp([50, 50]);
    const before = await outputs.sessions.left(ann, 's');
    const first = await compacting.run(ann, 's', {});
    await compacting.run(ann, 's', {});
    const total = await outputs.totals.read(ann.principalId as string, 's');
    expect([before.ok, first.ok && first.value.saved]).toEqual([true, total?.released]);
  });

  it('is about the caller’s own session', async () => {
    const { compacting } = await setUp([50]);
    expect(await compacting.run(aCaller({ id: 'principal-bob' }), 's', {})).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await compacting.run(ann, 'no name\0', {})).toMatchObject({ error: { code: 'not_found' } });
    expect(await compacting.run({ ...ann, principalId: null }, 's', {})).toMatchObject({
      error: { code: 'unauthenticated' },
    });
  });

  it('never takes more than before, and shortens a beginning of the session', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 8_000 }),
        async (sizes, keepLast, tokenBudget) => {
          const whole = await compact(sizes, { keepLast: 1_000 });
          const { left, saved, isWithinBudget, results } = await compact(sizes, { keepLast, tokenBudget });
          expect(left + saved).toBe(whole.left);
          expect(isWithinBudget).toBe(left <= tokenBudget);
          const shortened = results.map(({ invocationId }) => Number(invocationId.slice('call-'.length)));
          expect(shortened).toEqual([...shortened].sort((a, b) => a - b));
          for (const n of shortened) expect(n).toBeLessThan(sizes.length - keepLast);
        },
      ),
      { numRuns: 20 },
    );
  });
});
