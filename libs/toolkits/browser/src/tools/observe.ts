import { z } from 'zod';
import { writeDelta, writeWhole } from '../observe/observation.js';
import { takeObservation } from '../observe/take-observation.js';
import { hasTarget, markField, selectorField } from '../session/target.js';
import { browserTool, pageShape, pageState, readsPages, untrusted } from './browser-tool.js';

const fieldShape = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string().optional(),
  filled: z.boolean(),
  required: z.boolean(),
  checked: z.boolean().optional(),
  options: z.array(z.string()).optional(),
  error: z.string().optional(),
});

export const observe = browserTool({
  name: 'observe',
  title: 'Observe the page',
  description:
    'The page as a compact accessibility tree with a mark for each element that can be acted on, its forms and errors as data. After the first observation of a page only the difference is returned, unless full is set.',
  annotations: readsPages,
  input: z.strictObject({
    mark: markField.optional().describe('Only the part below this element'),
    selector: selectorField.optional().describe('Only the part below this element'),
    full: z.boolean().default(false).describe('The whole, not the difference'),
    boxes: z.boolean().default(false).describe('With the bounding box of each marked element: @x,y,width,height'),
    maxTokens: z.int().min(100).max(20_000).default(2_000).describe('About how long the answer may be'),
    from: z.int().min(0).max(20_000).default(0).describe('The first line, when an answer had more'),
    forms: z.boolean().default(false).describe('With fields, values, options and errors of the forms as data'),
  }),
  output: z.object({
    untrusted,
    page: pageShape,
    kind: z.enum(['full', 'delta', 'unchanged']),
    tree: z.string().describe('One element a line: [mark] role "name" states = "value"'),
    more: z.int().describe('Lines left out: ask with from, or for a part'),
    scroll: z.object({ y: z.number(), height: z.number(), viewport: z.number() }),
    errors: z.array(z.string()),
    forms: z
      .array(z.object({ name: z.string(), action: z.string(), method: z.string(), fields: z.array(fieldShape) }))
      .optional(),
  }),
  run: (input, context) =>
    context.session.use(async (tab) => {
      const { lines, facts } = await takeObservation(tab, input);
      const isPart = hasTarget(input);
      const isWhole = isPart || input.full || input.boxes || input.from > 0 || tab.observed === null;
      const shown = isWhole ? writeWhole(lines, input) : writeDelta(tab.observed ?? [], lines, input);
      if (!isPart) tab.observed = lines;
      const page = await pageState(context, tab);
      const { kind, text: tree, more } = shown;
      const structured = {
        untrusted: true as const,
        page,
        kind,
        tree,
        more,
        scroll: facts.scroll,
        errors: [...facts.errors],
        ...(input.forms && {
          forms: facts.forms.map((it) => ({
            ...it,
            fields: it.fields.map((field) => ({ ...field, options: field.options && [...field.options] })),
          })),
        }),
      };
      const rest = more > 0 ? `\n… ${more} more lines: ask with from=${input.from + tree.split('\n').length}` : '';
      const head = `${page.url} — ${page.title} (${kind})\nUntrusted page text:`;
      return { structured, text: `${head}\n${tree}${rest}` };
    }),
});
