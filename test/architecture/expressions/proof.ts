import { check } from 'recheck';

/** Repetitions with both bounds: no start of a match looks further than this. */
const farthestLook = 64;

/** A busy machine takes longer: what was not proved in the first time has the second. */
const proofWithinMs = [5_000, 60_000] as const;

/**
 * Whether an expression surely takes time linear in its text: because no attempt looks further than a few characters, or
 * by the proof of a checker that builds the expression's automaton.
 */
export async function isProvedLinear(pattern: string, flags: string): Promise<boolean> {
  if (looksNear(pattern)) return true;
  for (const timeout of proofWithinMs) {
    const found = await check(pattern, flags.replace(/[gdy]/g, ''), { checker: 'automaton', timeout });
    if (found.status !== 'unknown') return found.status === 'safe';
    if (found.error.kind !== 'timeout') return false;
  }
  return false;
}

/** Without `*`, `+` and open counts, and with small counts only. */
function looksNear(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gs, 'x');
  if (/[*+]|\{\d+,\}/.test(bare)) return false;
  const counts = [...bare.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, max]) => Number(max));
  return counts.reduce((sum, it) => sum + it, 0) <= farthestLook && counts.length <= 3;
}
