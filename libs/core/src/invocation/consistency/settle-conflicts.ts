import type { ValidationIssue } from '@assay/contracts';
import type { LanguageModel } from '../../kernel/language-model.js';
import { arbitrate } from './arbitrate.js';
import type { Conflict } from './compare-facts.js';
import { type Resolution, resolveBy } from './resolve-conflict.js';

/** A conflict, and what stands when it could be resolved. */
export interface SettledConflict {
  readonly conflict: Conflict;
  readonly resolution: Resolution | undefined;
}

/** A model is asked about so many conflicts of one call. */
const mostArbitrated = 5;

/**
 * Resolves each conflict by the ways its field names, the first that can. Without a model, and beyond a few, `model`
 * resolves nothing; `person` ends the search, so that what comes after it is not tried in a person's place.
 */
export async function settleConflicts(
  conflicts: readonly Conflict[],
  model: LanguageModel | null,
  signal: AbortSignal,
): Promise<SettledConflict[]> {
  let arbitrated = 0;
  const settled: SettledConflict[] = [];
  for (const conflict of conflicts) {
    let resolution: Resolution | undefined;
    for (const way of conflict.rule.resolve) {
      if (way === 'person') break;
      if (way === 'model' && (model === null || arbitrated >= mostArbitrated || signal.aborted)) continue;
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
  const told = others.map(({ source, value }) => `${source} says ${shown(value)}`).join(', ');
  const end =
    resolution === undefined
      ? 'nothing decides between them'
      : `${shown(resolution.claim.value)} stands, since ${resolution.why}`;
  return {
    path: `/output${path}`,
    message: `is ${shown(own.value)}, but ${told}: ${end}`,
    layer: 'consistency',
    name: rule.name,
    value: own.value,
    expected: others.map(({ source, value }) => ({ source, value })),
    severity: rule.severity,
    ...(resolution && {
      resolution: {
        by: resolution.by,
        value: resolution.claim.value,
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
