import { Refusal } from '@assay/kit';
import { type PageFacts, pageFacts } from '../page/page-facts.js';
import { attempt, within } from '../session/page-errors.js';
import type { Tab } from '../session/tab.js';
import { locatorOf, type TargetInput } from '../session/target.js';
import { type Line, linesOf, type TreeNode } from './accessibility-tree.js';

const factBounds = Object.freeze({ forms: 10, fields: 40, options: 20, text: 120 });
const maxFrames = 20;
const maxLines = 20_000;

export interface Taken {
  readonly lines: readonly Line[];
  readonly facts: PageFacts;
}

const hidden = '•••';

/** Replaces what is typed into fields for secrets, wherever it shows. */
const withoutSecrets = (lines: readonly Line[], secrets: readonly string[]): readonly Line[] =>
  secrets.length === 0
    ? lines
    : lines.map((line) => ({ ...line, text: secrets.reduce((text, it) => text.replaceAll(it, hidden), line.text) }));

async function secretsOfFrames({ page }: Tab): Promise<readonly string[]> {
  const frames = page.frames().slice(1, maxFrames);
  const facts = await Promise.all(frames.map((it) => within(it.evaluate(pageFacts, factBounds)).catch(() => null)));
  return facts.flatMap((it) => it?.secrets ?? []);
}

/**
 * The page, or the part of it below a target, as lines and data.
 * @throws Refusal when the page does not respond, or is too large to be read whole.
 */
export async function takeObservation(tab: Tab, root: TargetInput = {}): Promise<Taken> {
  const { page } = tab;
  const options = { mode: 'ai', boxes: true, timeout: 8_000 } as const;
  const tree = await attempt(
    () => within(locatorOf(page, root)?.ariaSnapshotJSON(options) ?? page.ariaSnapshotJSON(options), 10_000),
    'The page could not be read within 8 s.',
  );
  const facts = await within(page.evaluate(pageFacts, factBounds));
  const lines = linesOf(tree as unknown as readonly TreeNode[]);
  if (lines.length > maxLines)
    throw new Refusal(`The page has ${lines.length} lines. Observe a part of it: name a selector or a mark.`);
  return { lines: withoutSecrets(lines, [...facts.secrets, ...(await secretsOfFrames(tab))]), facts };
}
