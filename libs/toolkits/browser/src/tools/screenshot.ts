import { Refusal } from '@assay/kit';
import { z } from 'zod';
import type { Box, Line } from '../observe/accessibility-tree.js';
import { takeObservation } from '../observe/take-observation.js';
import { type DrawnMark, drawMarks, eraseMarks } from '../page/draw-marks.js';
import { attempt, within } from '../session/page-errors.js';
import type { Tab } from '../session/tab.js';
import { locatorOf, markField, selectorField } from '../session/target.js';
import { browserTool, pageShape, pageState, readsPages, untrusted } from './browser-tool.js';

const side = z.int().min(1).max(8_000);
const maxPageHeight = 8_000;
const maxMarks = 200;
const takeWithinMs = 10_000;

export const screenshot = browserTool({
  name: 'screenshot',
  title: 'Take a picture',
  description:
    'A picture of the viewport, of an element (mark or selector), of a region, or of the whole page; with marks drawn over what can be acted on. A region costs fewest tokens.',
  annotations: readsPages,
  input: z.strictObject({
    mark: markField.optional().describe('Only this element'),
    selector: selectorField.optional().describe('Only this element'),
    region: z
      .strictObject({ x: z.int().min(0), y: z.int().min(0), width: side, height: side })
      .optional()
      .describe('Of the viewport, in CSS pixels'),
    fullPage: z.boolean().default(false).describe(`The whole page, at most ${maxPageHeight} pixels high`),
    marks: z.boolean().default(false).describe('Draw the marks; not with fullPage'),
    format: z.enum(['jpeg', 'png']).default('jpeg'),
    quality: z.int().min(10).max(100).default(60).describe('Of jpeg'),
  }),
  output: z.object({
    untrusted,
    page: pageShape,
    bytes: z.int(),
    marks: z.int().describe('Marks drawn'),
  }),
  run: (input, context) =>
    context.session.use(async (tab) => {
      const { format, quality } = input;
      const one = [input.mark ?? input.selector, input.region, input.fullPage || undefined].filter(
        (it) => it !== undefined,
      );
      if (one.length > 1) throw new Refusal('Name one part: an element, a region, or fullPage.');
      if (input.marks && input.fullPage) throw new Refusal('Marks are drawn in the viewport: leave out fullPage.');
      const drawn = input.marks ? await marksOf(tab) : [];
      if (drawn.length > 0) await within(tab.page.evaluate(drawMarks, drawn));
      try {
        const options = { type: format, ...(format === 'jpeg' && { quality }), timeout: takeWithinMs } as const;
        const image = await attempt(
          () => take(tab, input, options),
          'The picture was not ready within 10 s, or the element is not shown.',
        );
        const structured = {
          untrusted: true as const,
          page: await pageState(context, tab),
          bytes: image.length,
          marks: drawn.length,
        };
        const block = { type: 'image' as const, data: image.toString('base64'), mimeType: `image/${format}` };
        return {
          structured,
          text: `${structured.page.url}: ${image.length} bytes, ${drawn.length} marks`,
          blocks: [block],
        };
      } finally {
        if (drawn.length > 0) await within(tab.page.evaluate(eraseMarks)).catch(() => {});
      }
    }),
});

interface Part {
  readonly mark?: string | undefined;
  readonly selector?: string | undefined;
  readonly region?: Box | undefined;
  readonly fullPage: boolean;
}

async function take({ page }: Tab, part: Part, options: Parameters<Tab['page']['screenshot']>[0]): Promise<Buffer> {
  const element = locatorOf(page, part);
  if (element !== null) return element.screenshot(options);
  if (part.region !== undefined) return page.screenshot({ ...options, clip: part.region });
  if (!part.fullPage) return page.screenshot(options);
  const { width, height } = await within(
    page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      height: document.documentElement.scrollHeight,
    })),
  );
  return page.screenshot({
    ...options,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, maxPageHeight) },
  });
}

/** Marks of the main document: those of frames have coordinates of their own. */
const isDrawn = ({ mark, box, framed }: Line): boolean =>
  mark !== null && !framed && box !== null && box.width > 0 && box.height > 0;

async function marksOf(tab: Tab): Promise<DrawnMark[]> {
  const { lines } = await takeObservation(tab);
  return lines
    .filter(isDrawn)
    .slice(0, maxMarks)
    .map(({ mark, box }) => ({ mark: mark as string, ...(box as Box) }));
}
