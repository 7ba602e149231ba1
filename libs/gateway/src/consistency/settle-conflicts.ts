import type { ValidationIssue } from '@assay/contracts';
import type { LanguageModel } from '@assay/kernel';
import { arbitrate } from './arbitrate.js';
import type { Conflict } from './compare-facts.js';
import { type Resolution, resolveBy } from './resolve-conflict.js';

/** A conflict, and what stands when it could be resolved. */
export interface SettledConflict {
  readonly conflict: Conflict;
  readonly resolution: Resolution | undefined;
}

/** A model is asked about so many conflicts of one call. */
const maxArbitrated = 5;
/** Of one call, so many conflicts are resolved and shown; the critical ones before the others. */
export const maxSettled = 100;
/** A value that is longer as JSON is shown by its beginning. */
const maxShown = 1_000;

/**
 * Resolves each conflict by the ways its field names, the first that can. Without a model, beyond a few, and when
 * `mayAsk` says no, `model` resolves nothing; `person` ends the search, so that what comes after it is not tried in a
 * person's place. The critical ones come first; of more than `maxSettled`, the others stay as they are.
 */
export async function settleConflicts(
  conflicts: readonly Conflict[],
  model: LanguageModel | null,
  signal: AbortSignal,
  mayAsk: () => boolean,
): Promise<SettledConflict[]> {
  let arbitrated = 0;
  const settled: SettledConflict[] = [];
  const urgency = ({ rule }: Conflict) => (rule.severity === 'CRITICAL' ? 0 : 1);
  for (const conflict of conflicts.toSorted((a, b) => urgency(a) - urgency(b))) {
    let resolution: Resolution | undefined;
    for (const way of settled.length < maxSettled ? conflict.rule.resolve : []) {
      if (way === 'person') break;
      if (way === 'model' && (model === null || arbitrated >= maxArbitrated || signal.aborted || !mayAsk())) continue;
      if (way === 'model') arbitrated += 1;
      resolution =
        way === 'model' ? await arbitrate(model as LanguageModel, conflict, signal) : resolveBy(way, conflict);
      if (resolution !== undefined) break;
    }
    settled.push({ conflict, resolution });
  }
  return settled;
}

/** As the envelope shows it. */
export function conflictIssue({ conflict, resolution }: SettledConflict): ValidationIssue {
  const { rule, path, claims } = conflict;
  const [own, ...others] = claims;
  const sources = others.map(({ source, value }) => `${source} says ${shown(value)}`).join(', ');
  const end =
    resolution === undefined
      ? 'nothing decides between them'
      : `${shown(resolution.claim.value)} stands, since ${resolution.why}`;
  return {
    path: `/output${path}`,
    message: `is ${shown(own.value)}, but ${sources}: ${end}`,
    layer: 'consistency',
    name: rule.name,
    value: beginning(own.value),
    expected: others.map(({ source, value }) => ({ source, value: beginning(value) })),
    severity: rule.severity,
    ...(resolution && {
      resolution: {
        by: resolution.by,
        value: beginning(resolution.claim.value),
        source: resolution.claim.source,
        why: resolution.why,
      },
    }),
  };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** So that what others said does not make an answer longer than what is allowed of a result. */
function beginning(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : value;
}
