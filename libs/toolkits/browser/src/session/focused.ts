import type { ElementHandle, Frame } from 'playwright-core';
import { elementFacts } from '../page/element-facts.js';
import { within } from './page-errors.js';
import type { Tab } from './tab.js';
import { labelOf, type Target } from './target.js';

/** The element that has the focus, frames included; null when it is the page itself. */
export async function focusedFacts({ page }: Tab): Promise<Target | null> {
  const element = await focusedIn(page.mainFrame());
  if (element === null) return null;
  const facts = await within(element.evaluate(elementFacts));
  return { locator: null, point: null, facts, label: await within(element.evaluate(labelOf)) };
}

async function focusedIn(frame: Frame): Promise<ElementHandle<Element> | null> {
  const handle = await within(
    frame.evaluateHandle(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active === document.body ? null : active;
    }),
  );
  const element = handle.asElement() as ElementHandle<Element> | null;
  const inner = await element?.contentFrame();
  return inner ? focusedIn(inner) : element;
}
