import { Refusal } from '@assay/kit';
import type { ElementHandle, Frame, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { type ElementFacts, elementFacts } from '../page/element-facts.js';
import { attempt, within } from './page-errors.js';
import type { Tab } from './tab.js';

const markPattern = /^(?:f\d{1,4})?e\d{1,7}$/;
const notMark = 'must be a mark of an observation, such as e12';

export const markField = z.string().regex(markPattern, notMark).describe('Mark of an observation, such as e12');
export const selectorField = z.string().min(1).max(2_000).describe('CSS, text=… or xpath=…, of one element');
const coordinate = z.number().min(0).max(100_000);

/** As below, where they are described already. */
export const plainTarget = {
  mark: z.string().regex(markPattern, notMark).optional(),
  selector: z.string().min(1).max(2_000).optional(),
  x: coordinate.optional(),
  y: coordinate.optional(),
};

/** One of three ways to name an element. */
export const targetFields = {
  mark: markField.optional(),
  selector: selectorField.optional(),
  x: coordinate.optional().describe('With y, in CSS pixels of the viewport'),
  y: coordinate.optional(),
};

export interface TargetInput {
  readonly mark?: string | undefined;
  readonly selector?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** An element that was found, before anything is done to it. */
export interface Target {
  /** Null when it is addressed by a point. */
  readonly locator: Locator | null;
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly facts: ElementFacts;
  /** Its accessible name or text, shortened. */
  readonly label: string;
}

const notReady = 'The element was not found within 10 s. Call observe to see what the page has now.';
const findWithinMs = 5_000;

export const hasTarget = ({ mark, selector, x, y }: TargetInput): boolean =>
  [mark, selector, x, y].some((it) => it !== undefined);

/** @throws Refusal unless exactly one way is used. */
function requireOneWay({ mark, selector, x, y }: TargetInput): void {
  const hasPoint = x !== undefined && y !== undefined;
  if ((x === undefined) !== (y === undefined)) throw new Refusal('Give x and y together.');
  if ([mark !== undefined, selector !== undefined, hasPoint].filter(Boolean).length !== 1)
    throw new Refusal('Name the element in one way: mark, selector, or x and y.');
}

export function locatorOf(page: Page, { mark, selector }: TargetInput): Locator | null {
  if (mark !== undefined) return page.getByRef(mark);
  return selector === undefined ? null : page.locator(selector);
}

/** Finds an element and what decides the effect of an action on it. Changes nothing. */
export async function findTarget({ page }: Tab, input: TargetInput): Promise<Target> {
  requireOneWay(input);
  const locator = locatorOf(page, input);
  const { x, y } = input;
  const point = x === undefined || y === undefined ? null : { x, y };
  return attempt(async (): Promise<Target> => {
    const element: ElementHandle<Element> | null =
      locator === null
        ? await elementAt(page.mainFrame(), x as number, y as number)
        : ((await locator.elementHandle({ timeout: findWithinMs })) as ElementHandle<Element> | null);
    if (element === null)
      throw new Refusal(
        point === null ? notReady : `There is nothing at ${x},${y}: the viewport is smaller, or empty there.`,
      );
    const facts = await within(element.evaluate(elementFacts));
    const label = await within(element.evaluate(labelOf));
    await element.dispose();
    return { locator, point, facts, label };
  }, notReady);
}

/** The innermost element at a point, frames included. */
async function elementAt(frame: Frame, x: number, y: number): Promise<ElementHandle<Element> | null> {
  const handle = await within(
    frame.evaluateHandle(([px, py]) => document.elementFromPoint(px as number, py as number), [x, y]),
  );
  const element = handle.asElement() as ElementHandle<Element> | null;
  const inner = await element?.contentFrame();
  if (!inner || element === null) return element;
  const box = await within(
    element.evaluate((it) => {
      const { left, top } = it.getBoundingClientRect();
      return { left: left + it.clientLeft, top: top + it.clientTop };
    }),
  );
  return (await elementAt(inner, x - box.left, y - box.top)) ?? element;
}

/** Runs in the page. */
export function labelOf(element: Element): string {
  const control = (element.closest('button,a,input,select,textarea,label') ?? element) as HTMLInputElement;
  const named = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? '';
  const own =
    ['submit', 'button', 'reset'].includes(control.type) && control.localName === 'input'
      ? control.value
      : control.textContent;
  return (named || own || control.title || control.placeholder || '').replace(/\s+/g, ' ').trim().slice(0, 120);
}
