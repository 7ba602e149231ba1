import type { OutputOption } from '@assay/contracts';
import { fail, type LanguageModel, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keptFrom } from '../testing/kept-from.js';
import { spendable } from './choose-level.js';
import { fitInto } from './fit-into.js';
import { Counting } from './forms.js';
import { Summaries } from './summarise.js';

const from = keptFrom();
const pointer = {
  ...{ id: 'kept', digest: 'sha256:x', bytes: 1, mediaType: 'application/json' },
  ...{ url: '/v1/outputs/kept', expiresAt: '2026-11-25T00:00:00.000Z' },
};
const orders = { total: 50, orders: Array.from({ length: 50 }, (_, id) => ({ id, note: 'n'.repeat(100) })) };
/** A token is a character, so that every one counts. */
const count = (text: string): number => text.length;
const answering = (text: string): LanguageModel => ({
  model: 'm',
  complete: async () => ok({ text, tokens: { prompt: 0, completion: 0 } }),
});

interface Parts {
  readonly output?: unknown;
  readonly model?: LanguageModel;
  readonly findings?: readonly string[];
  readonly keep?: string;
  readonly remainingMs?: number;
}
async function fit(option: OutputOption, parts: Parts = {}) {
  const clock = new FakeClock();
  let kept = 0;
  const fitted = await fitInto(
    {
      formed: { output: 'output' in parts ? parts.output : orders, isProjected: option.fields !== undefined },
      option,
      from: { ...from, findings: parts.findings ?? [] },
      remainingMs: parts.remainingMs ?? 30_000,
      signal: new AbortController().signal,
    },
    {
      counting: new Counting(count, async () => {}),
      summaries: parts.model && new Summaries(parts.model, clock),
      keepWhole: async () => {
        kept += 1;
        return parts.keep ?? pointer;
      },
    },
  );
  return { ...fitted, kept };
}

describe('fitInto', () => {
  it('returns the whole result without a request to save, and stores nothing', async () => {
    expect(await fit({})).toMatchObject({
      level: 'L0',
      output: orders,
      kept: 0,
      why: 'The whole result: no reduction was requested.',
    });
    expect(await fit({ fields: ['/total'] }, { output: { total: 50 } })).toMatchObject({
      level: 'L1',
      why: 'The requested fields.',
      kept: 0,
    });
  });

  it('returns the level that was asked for, without keeping the rest', async () => {
    expect(await fit({ level: 'L3' })).toMatchObject({ level: 'L3', kept: 0, why: 'L3 was requested.' });
    expect(await fit({ level: 'L4' })).toMatchObject({ output: { found: true, count: 50 }, kept: 0 });
  });

  it('takes the next level when the one asked for has nothing to say, or does not fit', async () => {
    const said = await fit({ level: 'L3' }, { output: 'plain prose' });
    expect(said).toMatchObject({
      level: 'L4',
      notes: ['This result has nothing at L3: the next level is used instead.'],
    });
    const tight = await fit({ level: 'L3', tokenBudget: 27 });
    expect(tight).toMatchObject({ level: 'L4', kept: 1, pointer });
    expect(tight.why).toMatch(
      /^L3 takes \d+ tokens; L4 is the cheapest that fits the 25 tokens that a budget of 27 leaves\.$/,
    );
  });

  it('keeps the whole when it chooses less by itself', async () => {
    expect(await fit({ preset: 'batch' })).toMatchObject({ kept: 1, pointer, level: 'L1' });
    expect(await fit({ preset: 'high-stakes' }, { output: { a: 1 } })).toMatchObject({ kept: 0, level: 'L0' });
  });

  it('says so when nothing fits, or the whole could not be kept', async () => {
    expect(await fit({ tokenBudget: 3 })).toMatchObject({ level: null, tokens: 0, text: '', pointer });
    const lost = await fit({ tokenBudget: 3 }, { keep: 'It was not kept: the database did not answer.' });
    expect(lost).toMatchObject({ level: null, notes: ['It was not kept: the database did not answer.'] });
    expect(lost.pointer).toBeUndefined();
    expect(lost.why).toMatch(/^Nothing fits the 2 tokens .*not even a signal: that takes a budget of \d+\.$/);
    const needed = Number(/(\d+)\.$/.exec(lost.why)?.[1]);
    expect((await fit({ tokenBudget: needed })).level).not.toBeNull();
  });

  it('has a model summarise when that is asked for, and counts what it really wrote', async () => {
    const model = answering('Fifty orders.');
    const summed = await fit({ level: 'L2', tokenBudget: 300 }, { model });
    expect(summed).toMatchObject({ level: 'L2', output: 'Fifty orders.', tokens: 13, kept: 0 });
    expect(summed.considered.find(({ level }) => level === 'L2')).toMatchObject({ tokens: 13, fits: true });
    expect(await fit({ level: 'L2' }, { model })).toMatchObject({ level: 'L2', kept: 0 });
    expect((await fit({}, { model })).level).toBe('L0');
  });

  it.each([
    [
      'fails',
      { ...answering(''), complete: async () => fail('rate_limited', 'Later.') },
      /L2: the model returned no summary \(rate_limited\)/,
    ],
    ['says too much', answering('x'.repeat(400)), /L2: the summary takes 400 tokens and does not fit/],
  ])('does without a model that %s', async (_, model, note) => {
    const fitted = await fit({ level: 'L2', tokenBudget: 300 }, { model });
    expect(fitted.level).not.toBe('L2');
    expect(fitted.notes).toEqual([expect.stringMatching(note)]);
    expect(fitted.considered.map(({ level }) => level)).not.toContain('L2');
  });

  it('leaves a summary room for its block and the address of the whole', async () => {
    let limit = 0;
    const model: LanguageModel = {
      model: 'm',
      complete: async ({ maxTokens }) => {
        limit = maxTokens;
        return ok({ text: 'x'.repeat(maxTokens), tokens: { prompt: 0, completion: 0 } });
      },
    };
    const fitted = await fit({ level: 'L2', tokenBudget: 800, destinations: ['context'] }, { model });
    expect(fitted.level).toBe('L2');
    expect(limit).toBeGreaterThan(200);
  });

  it('gives no model what looks like an attack on it, and no summary that would come too late', async () => {
    const model = answering('Fifty orders.');
    const marked = await fit({ level: 'L2' }, { model, findings: ['override'] });
    expect([marked.level, marked.notes[0]]).toEqual([
      'L3',
      expect.stringMatching(/^L2 is not offered for a result that looks like an attack/),
    ]);
    expect((await fit({ tokenBudget: 300 }, { model, remainingMs: 1_000 })).level).not.toBe('L2');
  });

  it('leaves out what is too long for any answer', async () => {
    const long = { text: 'x'.repeat(1_100_000), id: 1 };
    expect(await fit({ level: 'L0' }, { output: long })).toMatchObject({ level: 'L1', pointer, kept: 1 });
    expect(await fit({ tokenBudget: 10_000_000, preset: 'high-stakes' }, { output: long })).toMatchObject({
      level: 'L1',
    });
  });

  const many = {
    total: 50,
    orders: Array.from({ length: 50 }, (_, at) => ({ id: at + 1, customer: `c${at + 1}`, note: 'n'.repeat(60) })),
  };

  it('fits a projection into the budget, uses most of it, and keeps the whole behind a pointer', async () => {
    const fitted = await fit({ tokenBudget: 2_000 }, { output: many });
    expect(fitted).toMatchObject({ level: 'L1', pointer, kept: 1 });
    expect(fitted.tokens).toBeLessThanOrEqual(spendable(2_000));
    expect(fitted.tokens).toBeGreaterThan(1_500);
    const rows = (fitted.output as typeof many).orders;
    expect(fitted.output).toEqual({
      total: 50,
      orders: many.orders.slice(0, rows.length),
      'orders…': `${50 - rows.length} more of 50`,
    });
  });

  it('returns the whole when it fits and nothing but a budget was given', async () => {
    expect(await fit({ tokenBudget: 6_000 }, { output: many })).toMatchObject({
      level: 'L0',
      output: many,
      kept: 0,
      why: expect.stringMatching(/^The whole result fits/),
    });
  });

  it('makes the fields that were asked for fit, too, and facts', async () => {
    const fields = await fit(
      { tokenBudget: 500, fields: ['/orders/*/customer'] },
      { output: { orders: many.orders.map(({ customer }) => ({ customer })) } },
    );
    expect(fields).toMatchObject({ level: 'L1', pointer, kept: 1 });
    expect(fields.tokens).toBeGreaterThan(300);
    const facts = await fit({ level: 'L3', tokenBudget: 300 }, { output: many });
    expect(facts).toMatchObject({ level: 'L3', output: { '/total': 50 } });
    expect(facts.tokens).toBeLessThanOrEqual(spendable(300));
  });

  it('never exceeds the budget, block and all (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 1, max: 600 }),
        fc.boolean(),
        async (output, tokenBudget, isBlock) => {
          const option: OutputOption = { tokenBudget, ...(isBlock && { destinations: ['context'] }) };
          const { text, tokens, level } = await fit(option, { output, model: answering('In short.') });
          expect(text.length).toBeLessThanOrEqual(spendable(tokenBudget));
          expect(tokens).toBe(text.length);
          if (level === null) expect(text).toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });
});
