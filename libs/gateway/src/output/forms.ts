import type { OutputLevel } from '@assay/contracts';
import { type CountTokens, countTokensInChunks, type Pause } from '@assay/kernel';
import type { Offer } from './choose-level.js';
import { keyValues } from './key-values.js';
import { outputText } from './output-text.js';
import { type ProjectBy, project } from './project.js';
import { signalOf } from './signal.js';

/** A result at one level, as it would be returned. */
export interface Form extends Offer {
  readonly output: unknown;
  /** It was made smaller than its level usually is, to fit. */
  readonly isCut?: boolean;
}

/** How a form is written where it goes, which is what its tokens are counted of. */
export type Write = (output: unknown, level: OutputLevel) => string;

export interface Formed extends Pick<ProjectBy, 'schema' | 'task'> {
  /** The whole result, or the fields that were asked for. */
  readonly output: unknown;
  /** Fields were asked for: less than the whole result is there. */
  readonly isProjected: boolean;
}

/** The levels that can be worked out from a result here, the least compressed first; L2 is a model's work. */
export function formsOf({ output, isProjected, schema, task }: Formed): readonly Pick<Form, 'level' | 'output'>[] {
  const facts = keyValues(output, { task });
  return [
    ...(isProjected ? [] : [{ level: 'L0' as const, output }]),
    { level: 'L1', output: isProjected ? output : project(output, { schema, task }) },
    ...(facts === undefined ? [] : [{ level: 'L3' as const, output: facts }]),
    { level: 'L4', output: signalOf(output) },
  ];
}

/** Longest text whose tokens are counted one by one; of a longer one the beginning is, and the rest taken alike. */
export const maxCounted = 1024 * 1024;

/** How many tokens texts take, a piece at a time, so that nobody waits long. */
export class Counting {
  constructor(
    private readonly countTokens: CountTokens,
    private readonly pause: Pause,
  ) {}

  of = (text: string): Promise<number> => countTokensInChunks(text, this.countTokens, this.pause);

  /** Of any length: exact as far as texts are counted, about right beyond. */
  async about(text: string): Promise<number> {
    if (text.length <= maxCounted) return this.of(text);
    const counted = await this.of(text.slice(0, maxCounted));
    return Math.ceil((counted * text.length) / maxCounted);
  }

  /** The forms with their tokens; the whole counts as it is, whatever its length. */
  async offers(forms: readonly Pick<Form, 'level' | 'output'>[], write: Write): Promise<Form[]> {
    const offers: Form[] = [];
    for (const { level, output } of forms) {
      offers.push({ level, output, tokens: await this.about(write(output, level)), latencyMs: 0 });
    }
    return offers;
  }

  raw = (output: unknown): Promise<number> => this.about(outputText(output));
}
