import { clip } from '@assay/kit';
import { z } from 'zod';
import { checkAction, originField } from '../effects/check-action.js';
import { within } from '../session/page-errors.js';
import { acted, actedAnswer, actedShape, actsOnPages, browserTool, observeField } from './browser-tool.js';

const maxResult = 200_000;

type Ran = { readonly value: unknown } | { readonly error: string };

export const script = browserTool({
  name: 'script',
  title: 'Run a script in the page',
  description:
    'Run JavaScript in the page: an expression, or the body of an async function with return. It can do whatever the page can, so its effect is always submit, and a person approves it by default.',
  annotations: { ...actsOnPages, destructiveHint: true },
  input: z.strictObject({
    code: z.string().min(1).max(50_000),
    effect: z.literal('submit').default('submit'),
    origin: originField,
    timeoutMs: z.int().min(100).max(30_000).default(5_000),
    observe: observeField,
  }),
  output: actedShape.extend({
    value: z.unknown().optional().describe('What it returned, as JSON'),
    error: z.string().optional().describe('What it threw'),
  }),
  run: ({ code, origin, timeoutMs, observe }, context) =>
    context.session.use(async (tab) => {
      checkAction(tab, null, { effect: 'submit', origin, real: 'submit', why: '' });
      tab.gate.open();
      const ran: Ran = await within(
        tab.page.evaluate(async (source): Promise<Ran> => {
          const Runner = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
          try {
            let run: () => unknown;
            try {
              run = new Runner(`return (${source}\n);`) as () => unknown;
            } catch {
              run = new Runner(source) as () => unknown;
            }
            const value = await run();
            return { value: JSON.parse(JSON.stringify(value ?? null)) as unknown };
          } catch (error) {
            return { error: String(error).slice(0, 1_000) };
          }
        }, code),
        timeoutMs,
      );
      if ('value' in ran && JSON.stringify(ran.value).length > maxResult)
        throw new Error('a script returned more than the answer may hold');
      const answer = actedAnswer(await acted(context, tab, observe));
      const shown = 'error' in ran ? `The script threw: ${ran.error}` : `Returned ${JSON.stringify(ran.value)}`;
      return { structured: { ...answer.structured, ...ran }, text: clip(`${shown}\n${answer.text}`) };
    }),
});
