import type { Envelope } from '@assay/contracts';
import type { ToolProgress } from './tool-progress.js';

/** What happens to a call that is under way. */
export type CallEvent =
  | {
      readonly kind: 'stage';
      readonly level: number;
      readonly stage: string;
      readonly ms: number;
      readonly note?: string;
    }
  /** Another level of the hierarchy stands in from now on. */
  | { readonly kind: 'level'; readonly level: number; readonly tool: string; readonly after: string }
  | ({ readonly kind: 'progress' } & ToolProgress)
  /** The last one; null when a bug ended the call. */
  | { readonly kind: 'end'; readonly envelope: Envelope | null };

/** Counted from 1 within a call. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: CallEvent;
}

export type CallListener = (event: NumberedEvent) => void;

/** How many events are kept for who comes late; older ones are forgotten. */
const kept = 256;
/** How many may listen to one call. */
export const maxListeners = 16;

/** The events of one call, sent to listeners and kept for clients that connect, or reconnect, a little later. */
export class CallEvents {
  readonly #kept: NumberedEvent[] = [];
  readonly #listeners = new Set<CallListener>();
  #last = 0;
  #isOver = false;

  tell(event: CallEvent): void {
    if (this.#isOver) return;
    this.#last += 1;
    const numbered = { number: this.#last, event };
    this.#kept.push(numbered);
    if (this.#kept.length > kept) this.#kept.shift();
    this.#isOver = event.kind === 'end';
    for (const listener of [...this.#listeners]) listener(numbered);
    if (this.#isOver) this.#listeners.clear();
  }

  /** Tells what was kept after a number, then everything to come; undefined when too many listen. Answers how to stop. */
  follow(after: number, listener: CallListener): (() => void) | undefined {
    if (this.#listeners.size >= maxListeners) return undefined;
    for (const each of this.#kept) if (each.number > after) listener(each);
    if (!this.#isOver) this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
