import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { summariseCalls } from './summarise-calls.js';

const one = { tool: 'acme/orders.list', at: '2026-01-01T00:00:00Z', short: { count: 3 } } as never;
const clock = new FakeClock();

it('lets the configured model summarise the short forms, and says why there is no summary', async () => {
  const asked: string[] = [];
  const model = (answer: 'fine' | 'fails') => ({
    model: 'm',
    complete: async ({ prompt }: { readonly prompt: string }) => {
      asked.push(prompt);
      return answer === 'fine' ? ok({ text: ' Three orders. ' }) : fail('upstream_error', 'away');
    },
  });
  expect(await summariseCalls([one], { languageModel: model('fine') as never, clock })).toEqual({
    text: 'Three orders.',
  });
  expect(asked[0]).toContain('acme/orders.list');
  expect(await summariseCalls([one], { languageModel: model('fails') as never, clock })).toEqual({
    text: null,
    note: 'The model returned no summary (upstream_error).',
  });
  expect(await summariseCalls([one], { languageModel: null, clock })).toEqual({ text: null });
  expect(await summariseCalls([], { languageModel: model('fine') as never, clock })).toEqual({ text: null });
  expect(asked).toHaveLength(2);
});
