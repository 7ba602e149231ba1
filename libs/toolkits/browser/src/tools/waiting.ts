import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { attempt } from '../session/page-errors.js';
import { locatorOf, markField, selectorField } from '../session/target.js';
import { acted, actedAnswer, actedShape, browserTool, observeField, readsPages } from './browser-tool.js';

const timeoutField = z.int().min(100).max(60_000).default(10_000);

export const waitFor = browserTool({
  name: 'wait_for',
  title: 'Wait for a condition',
  description:
    'Wait until an element is visible or gone, a text shows, or the address contains a text. Says whether it came true.',
  annotations: readsPages,
  input: z.strictObject({
    selector: selectorField.optional(),
    mark: markField.optional(),
    text: z.string().min(1).max(500).optional().describe('A text of the page'),
    url: z.string().min(1).max(2_000).optional().describe('A part of the address'),
    state: z.enum(['visible', 'hidden']).default('visible').describe('Of the element or text'),
    timeoutMs: timeoutField,
    observe: observeField,
  }),
  output: actedShape.extend({ met: z.boolean().describe('Whether the condition came true in time') }),
  run: ({ text, url, state, timeoutMs: timeout, observe, ...where }, context) =>
    context.session.use(async (tab) => {
      const element = locatorOf(tab.page, where) ?? (text === undefined ? null : tab.page.getByText(text));
      if ((element === null) === (url === undefined))
        throw new Refusal('State one condition: selector, mark, text or url.');
      const work =
        element !== null
          ? element.first().waitFor({ state, timeout })
          : tab.page.waitForURL((it) => it.href.includes(url as string), { timeout, waitUntil: 'commit' });
      const met = await attempt(
        () =>
          work.then(
            () => true,
            (error: Error) => {
              if (error.name === 'TimeoutError') return false;
              throw error;
            },
          ),
        '',
      );
      const answer = actedAnswer(await acted(context, tab, observe));
      return {
        structured: { ...answer.structured, met },
        text: `${met ? 'Met' : `Not met within ${timeout} ms`}. ${answer.text}`,
      };
    }),
});

export const wait = browserTool({
  name: 'wait',
  title: 'Wait',
  description: 'Wait for some milliseconds. wait_for is better where there is something to wait for.',
  annotations: readsPages,
  input: z.strictObject({ ms: z.int().min(1).max(30_000), observe: observeField }),
  output: actedShape,
  run: ({ ms, observe }, context) =>
    context.session.use(async (tab) => {
      await sleep(ms, undefined, { signal: context.signal });
      return actedAnswer(await acted(context, tab, observe));
    }),
});
