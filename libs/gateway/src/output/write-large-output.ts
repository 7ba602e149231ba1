import { digestText, isLongerThan, rememberJson, runInSlices, type SliceClock, writeJsonInSteps } from '@assay/kernel';

/** Inputs and outputs up to so many bytes of JSON are worked on at once; larger ones in slices. */
export const workedOnAtOnce = 65_536;

export const isLargeOutput = (output: unknown): boolean => isLongerThan(output, workedOnAtOnce);

/**
 * Writes a large output once, in slices: what routes, keeps, counts and records it uses that text. Its digest is made here
 * as well, of the same text when its members are in canonical order already. Undefined when the signal aborts first.
 */
export async function writeLargeOutput(
  output: unknown,
  clock: SliceClock,
  signal: AbortSignal,
): Promise<WrittenOutput | undefined> {
  const written = await writeLarge(output, clock, signal);
  if (written !== undefined && typeof output === 'object' && output !== null) rememberJson(output, written.text);
  return written;
}

/** A large value as JSON, and the digest of its canonical form. */
export interface WrittenOutput {
  readonly text: string;
  readonly digest: string;
}

/** A large value as JSON, and the digest of its canonical form, made in slices; undefined when the signal aborts first. */
export async function writeLarge(
  value: unknown,
  clock: SliceClock,
  signal: AbortSignal,
): Promise<WrittenOutput | undefined> {
  const plain = await runInSlices(writeJsonInSteps(value), clock, signal);
  if (!plain.ok) return undefined;
  const { text, isCanonical } = plain.value;
  const canonical = isCanonical ? plain : await runInSlices(writeJsonInSteps(value, 'canonical'), clock, signal);
  return canonical.ok ? { text, digest: digestText(canonical.value.text) } : undefined;
}
