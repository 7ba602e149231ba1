import type { Source } from '../template.js';
import type { Outcome } from './outcome.js';

/** What a plan's nodes read from. */
export class Sources {
  constructor(
    /** Of the whole run. */
    readonly input: unknown,
    readonly incoming: unknown,
    readonly outcomes: readonly (Outcome | undefined)[],
    /** What was handed on, as the text that a tool gave it as. */
    readonly incomingText?: string | undefined,
  ) {}

  /** What stands at a source as the text that a tool gave it as; undefined where it was no text. */
  textOf(source: Source): string | undefined {
    if (source === 'input') return undefined;
    if (source === 'incoming') return this.incomingText;
    const outcome = this.outcomes[source];
    return outcome?.status === 'succeeded' ? outcome.text : undefined;
  }

  /** What stands at a source; undefined where nothing does, a node that did not succeed included. */
  readonly lookUp = (source: Source): unknown => {
    if (source === 'input') return this.input;
    if (source === 'incoming') return this.incoming;
    const outcome = this.outcomes[source];
    return outcome?.status === 'succeeded' ? outcome.output : undefined;
  };
}
