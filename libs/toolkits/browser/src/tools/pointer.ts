import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { effectOfClick } from '../effects/check-action.js';
import { findTarget, plainTarget } from '../session/target.js';
import { actedShape, actsOnPages, browserTool } from './browser-tool.js';
import { actionFields, answeringFields, movingFields, performOn } from './perform.js';

const buttonField = z.enum(['left', 'middle', 'right']).default('left');

export const click = browserTool({
  name: 'click',
  title: 'Click',
  description: 'Click an element by mark, selector or coordinates. The page cannot send data unless you state submit.',
  annotations: actsOnPages,
  input: z.strictObject({
    ...answeringFields,
    button: buttonField,
    count: z.int().min(1).max(3).default(1).describe('2 is a double click'),
  }),
  output: actedShape,
  run: (input, context) =>
    performOn(context, input, effectOfClick, async ({ page }, { locator, point }) => {
      const { button, count: clickCount } = input;
      if (locator !== null) await locator.click({ button, clickCount });
      else if (point !== null) await page.mouse.click(point.x, point.y, { button, clickCount });
    }),
});

export const hover = browserTool({
  name: 'hover',
  title: 'Move the pointer over an element',
  description: 'Move the pointer over an element, for menus and tips that then show.',
  annotations: actsOnPages,
  input: z.strictObject(movingFields),
  output: actedShape,
  run: (input, context) =>
    performOn(
      context,
      input,
      () => ({ real: 'read', why: '' }),
      async ({ page }, { locator, point }) => {
        if (locator !== null) await locator.hover();
        else if (point !== null) await page.mouse.move(point.x, point.y);
      },
    ),
});

export const drag = browserTool({
  name: 'drag',
  title: 'Drag',
  description: 'Press on one element, move to another and release. The effect is at least input.',
  annotations: actsOnPages,
  input: z.strictObject({
    ...actionFields,
    to: z.strictObject(plainTarget).describe('Where it is released, named in the same ways'),
  }),
  output: actedShape,
  run: (input, context) =>
    performOn(
      context,
      input,
      () => ({ real: 'input', why: 'Dragging changes the page' }),
      async (tab, from) => {
        const to = await findTarget(tab, input.to);
        if (from.locator !== null && to.locator !== null) {
          await from.locator.dragTo(to.locator);
          return;
        }
        const { mouse } = tab.page;
        const start = from.point ?? (await middleOf(from));
        const end = to.point ?? (await middleOf(to));
        await mouse.move(start.x, start.y);
        await mouse.down();
        await mouse.move(end.x, end.y, { steps: 8 });
        await mouse.up();
      },
    ),
});

async function middleOf({ locator }: { readonly locator: Awaited<ReturnType<typeof findTarget>>['locator'] }) {
  const box = await locator?.boundingBox();
  if (!box) throw new Refusal('The element is not shown, so nothing can be dragged from or to it.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const scroll = browserTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scroll the page or an element by pixels, or to an element. A page that grows without end is scrolled once per call.',
  annotations: actsOnPages,
  input: z.strictObject({
    ...movingFields,
    dx: z.int().min(-20_000).max(20_000).default(0),
    dy: z
      .int()
      .min(-20_000)
      .max(20_000)
      .default(0)
      .describe('Downwards; with an element and no distance, it is scrolled into view'),
  }),
  output: actedShape,
  run: (input, context) => {
    const { dx, dy } = input;
    if (input.mark === undefined && input.selector === undefined && input.x === undefined)
      return performOn(context, { ...input, x: 640, y: 400 }, reads, ({ page }) => page.mouse.wheel(dx, dy));
    return performOn(context, input, reads, async ({ page }, { locator, point }) => {
      if (locator !== null && dx === 0 && dy === 0) await locator.scrollIntoViewIfNeeded();
      else {
        if (locator !== null) await locator.hover();
        else if (point !== null) await page.mouse.move(point.x, point.y);
        await page.mouse.wheel(dx, dy);
      }
    });
  },
});

const reads = () => ({ real: 'read' as const, why: '' });
