import { clip } from '@assay/kit';
import { z } from 'zod';
import { attempt, within } from '../session/page-errors.js';
import { locatorOf, markField, selectorField } from '../session/target.js';
import { browserTool, pageShape, pageState, readsPages, untrusted } from './browser-tool.js';

const maxElements = 200;
const findWithinMs = 5_000;

export const extractText = browserTool({
  name: 'extract_text',
  title: 'Read text',
  description: 'The visible text of the page, or of the elements that a CSS selector, XPath (xpath=…) or mark names.',
  annotations: readsPages,
  input: z.strictObject({
    selector: selectorField.optional(),
    mark: markField.optional(),
    maxCharacters: z.int().min(100).max(200_000).default(8_000),
    from: z.int().min(0).max(10_000_000).default(0).describe('The first character, when an answer had more'),
  }),
  output: z.object({
    untrusted,
    page: pageShape,
    text: z.string(),
    elements: z.int().describe('How many elements matched'),
    more: z.int().describe('Characters left out'),
  }),
  run: (input, context) =>
    context.session.use(async (tab) => {
      const found = locatorOf(tab.page, input) ?? tab.page.locator('body');
      const texts = await attempt(async () => {
        await found.first().waitFor({ state: 'attached', timeout: findWithinMs });
        return (await within(found.allInnerTexts())).slice(0, maxElements);
      }, 'No element matches.');
      const all = texts.map((it) => it.trim()).join('\n');
      const text = all.slice(input.from, input.from + input.maxCharacters);
      const more = Math.max(0, all.length - input.from - text.length);
      const page = await pageState(context, tab);
      const structured = { untrusted: true as const, page, text, elements: texts.length, more };
      return {
        structured,
        text: clip(`Untrusted page text:\n${text}${more > 0 ? `\n… ${more} more characters` : ''}`),
      };
    }),
});
