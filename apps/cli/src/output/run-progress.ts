import type { RunEventView, RunView } from '@assay/sdk';
import { bar } from './bars.js';
import type { Page } from './page.js';
import { stepText } from './run.js';
import { brief, harmless } from './text.js';

const columns = 20;
/** Back to the beginning of the line, which is cleared. */
const again = '\r\u001b[2K';

/**
 * What is said of a run while it is followed: each step that ends or waits, a line; below them, on a terminal, how far the
 * run is and what is under way. Where nobody looks on, that a step begins is a line, too.
 */
export class RunProgress {
  readonly #page: Page;
  readonly #isTerminal: boolean;
  readonly #steps: Map<string, boolean>;
  readonly #underWay = new Set<string>();

  constructor({ steps }: Pick<RunView, 'steps'>, page: Page) {
    this.#page = page;
    this.#isTerminal = Number.isFinite(page.width);
    this.#steps = new Map(steps.map(({ id }) => [id, false]));
  }

  /** What to write of an event; empty where it says nothing new. What tools say of themselves is made harmless. */
  text(event: RunEventView): string {
    if (event.kind !== 'step') return '';
    const step = harmless(event.step);
    const { id, status } = step;
    const isUnderWay = status === 'running' || status === 'awaiting_approval';
    if (isUnderWay) this.#underWay.add(id);
    else this.#underWay.delete(id);
    this.#steps.set(id, !isUnderWay);
    if (!this.#isTerminal) return `${stepText(step)}\n`;
    return `${again}${status === 'running' ? '' : `${stepText(step)}\n`}${this.#line()}`;
  }

  /** Takes the line that moves away. */
  end(): string {
    return this.#isTerminal ? again : '';
  }

  #line(): string {
    let ended = 0;
    for (const hasEnded of this.#steps.values()) if (hasEnded) ended += 1;
    const all = this.#steps.size;
    const length = columns + String(all).length * 2 + 4;
    const doing = brief([...this.#underWay].slice(0, 8).join(', '), Math.max(1, this.#page.width - length - 1));
    return this.#page.dim(`${bar(all === 0 ? 0 : ended / all, columns).padEnd(columns)} ${ended}/${all} ${doing}`);
  }
}
