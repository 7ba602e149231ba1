import { digestJson } from '@assay/kernel';
import type { ChosenCase } from './evaluation.js';

/** A call that may be replayed. */
export interface PossibleCase extends ChosenCase {
  readonly input: Readonly<Record<string, unknown>>;
}

/** Of calls with equal arguments only the first: a second answer to the same question shows nothing new. */
export function chooseCases(possible: readonly PossibleCase[], limit: number): PossibleCase[] {
  const seen = new Set<string>();
  const chosen: PossibleCase[] = [];
  for (const it of possible) {
    if (chosen.length >= limit) break;
    const digest = digestJson(it.input);
    if (seen.has(digest)) continue;
    seen.add(digest);
    chosen.push(it);
  }
  return chosen;
}
