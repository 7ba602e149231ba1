import { readLargeJson, type SliceClock } from '@assay/kernel';

/** Levels of a JSON-RPC message around its result or error. */
const levelsAround = 1;

/** Messages that have been found to be nested no deeper than allowed. */
const withinNesting = new WeakSet<object>();

/** Whether that need not be looked at again: for a wide message it would take long. */
export const isWithinNesting = (message: object): boolean => withinNesting.has(message);

/** Stands in place of a message that is nested too deeply. */
export const tooDeepMessage = Symbol('nested too deeply');
/** Stands in place of a message that nobody waits for any more. */
export const abortedMessage = Symbol('aborted');

export interface LargeMessageTerms {
  readonly clock: SliceClock;
  readonly signal: AbortSignal;
  readonly maxNesting: number;
}

/** Reads a JSON-RPC message, or a batch, that is longer than `readAtOnce`, in slices; undefined when it is not JSON. */
export async function readLargeMessage(
  text: string,
  { clock, signal, maxNesting }: LargeMessageTerms,
): Promise<unknown> {
  const batch = /^\s*\[/.test(text.slice(0, 1_000)) ? 1 : 0;
  const read = await readLargeJson(text, { clock, signal, maxLevels: maxNesting + levelsAround + batch });
  if (read.kind === 'nested-too-deeply') return tooDeepMessage;
  if (read.kind === 'aborted') return abortedMessage;
  if (read.kind === 'invalid') return undefined;
  for (const message of Array.isArray(read.value) ? read.value : [read.value]) {
    if (typeof message === 'object' && message !== null) withinNesting.add(message);
  }
  return read.value;
}
