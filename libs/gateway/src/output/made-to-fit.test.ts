import type { OutputOption } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { keptFrom } from '../testing/kept-from.js';
import type { Attempt } from './fit-attempt.js';
import { Counting, type Form, formsOf } from './forms.js';
import { madeToFit } from './made-to-fit.js';
import { outputText } from './output-text.js';

const output = { rows: Array.from({ length: 100 }, (_, id) => ({ id, name: `name ${id}` })) };

/** A token is so many characters. */
async function fit(option: OutputOption, { charsPerToken = 4, task = '' } = {}) {
  const counting = new Counting(
    (text) => Math.ceil(text.length / charsPerToken),
    async () => {},
  );
  const formed = { output, isProjected: false, task };
  const rawTokens = await counting.raw(output);
  const attempt: Attempt = {
    toFit: { formed, option, from: keptFrom(), remainingMs: 1_000, signal: new AbortController().signal },
    ports: { counting, summaries: undefined, keepWhole: async () => 'no' },
    terms: { rawTokens, remainingMs: 1_000, tokenBudget: option.tokenBudget, preset: option.preset },
    write: outputText,
    notes: [],
  };
  const made = await madeToFit(attempt, await counting.offers(formsOf(formed), outputText));
  return { rawTokens, form: (level: string) => made.find((it) => it.level === level) };
}

const rowsOf = (form: Form | undefined): unknown[] => (form?.output as typeof output | undefined)?.rows ?? [];

describe('madeToFit', () => {
  it('leaves forms as they are without a budget', async () => {
    const { form } = await fit({});
    expect(rowsOf(form('L1'))).toHaveLength(10);
    expect(form('L1')?.isCut).toBeUndefined();
  });

  it.each([1, 4, 9])('uses most of a budget and never more, with %i characters a token', async (charsPerToken) => {
    const { form } = await fit({ tokenBudget: 150 }, { charsPerToken });
    expect(form('L1')?.tokens).toBeLessThanOrEqual(142);
    expect(form('L1')?.tokens).toBeGreaterThan(charsPerToken === 9 ? 60 : 80);
    expect(form('L3')?.tokens).toBeLessThanOrEqual(142);
  });

  it('makes a projection larger than usual where there is room, up to what facts would cost', async () => {
    const { form, rawTokens } = await fit({ tokenBudget: 10_000 });
    expect(rowsOf(form('L1')).length).toBeGreaterThan(50);
    expect(form('L1')?.tokens).toBeLessThan(rawTokens * 0.8);
    expect(form('L1')?.isCut).toBe(false);
  });

  it('keeps a form that cannot be made to fit, which is then not chosen', async () => {
    const { form } = await fit({ tokenBudget: 3 });
    expect(form('L1')?.tokens).toBeGreaterThan(3);
  });
});
