import { NestedTooDeeply, type ReadJsonTerms, readJsonInSteps } from './read-json.js';
import { runInSlices, type SliceClock } from './slices.js';

/** What came of reading a text as JSON. */
export type LargeJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'nested-too-deeply' }
  | { readonly kind: 'aborted' };

export interface LargeJsonTerms extends ReadJsonTerms {
  readonly clock: SliceClock;
  readonly signal: AbortSignal;
}

/**
 * Reads a text that is too long for JSON.parse, which would hold everybody up, in slices and until the signal aborts.
 * Shorter ones (`readAtOnce`) are for JSON.parse itself.
 */
export async function readLargeJson(text: string, { clock, signal, ...terms }: LargeJsonTerms): Promise<LargeJson> {
  try {
    const read = await runInSlices(readJsonInSteps(text, terms), clock, signal);
    return read.ok ? { kind: 'value', value: read.value } : { kind: 'aborted' };
  } catch (error) {
    if (error instanceof NestedTooDeeply) return { kind: 'nested-too-deeply' };
    if (error instanceof SyntaxError) return { kind: 'invalid' };
    throw error;
  }
}
