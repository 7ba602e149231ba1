import { digestText, isLongerThan, rememberJson, runInSlices, type SliceClock, writeJsonInSteps } from '@assay/kernel';
import type { Call } from '../call.js';

/** Outputs up to so many bytes of JSON are worked on at once; larger ones in slices. */
export const workedOnAtOnce = 65_536;

export const isLargeOutput = (output: unknown): boolean => isLongerThan(output, workedOnAtOnce);

/**
 * Writes a large output once, in slices: what routes, keeps, counts and records it uses that text. Its digest is made here
 * as well, of the same text when its members are in canonical order already. Undefined when the deadline's signal aborts
 * first.
 */
export async function writeLargeOutput(call: Call, clock: SliceClock): Promise<string | undefined> {
  const { output } = call;
  const { signal } = call.deadline;
  const plain = await runInSlices(writeJsonInSteps(output), clock, signal);
  if (!plain.ok) return undefined;
  const { text, isCanonical } = plain.value;
  if (typeof output === 'object' && output !== null) rememberJson(output, text);
  const canonical = isCanonical ? plain : await runInSlices(writeJsonInSteps(output, 'canonical'), clock, signal);
  if (!canonical.ok) return undefined;
  call.resultDigest = { of: output, digest: digestText(canonical.value.text) };
  return text;
}
