import type { Manifest } from '@assay/contracts';
import { compareSchemas, type Difference, type SchemaComparison, type Verdict } from '@assay/json-schema';
import type { Bump, Change, Comparison } from './comparison.js';
import { termDifferences } from './manifest-terms.js';

/**
 * The effect of a newer manifest on users of the older one. Inputs may only widen and outputs only narrow; adding an
 * output schema where there was none narrows it, removing one widens it without limit.
 */
export function compareManifests(older: Manifest, newer: Manifest): Comparison {
  const input = compareSchemas('input', older.inputSchema, newer.inputSchema);
  const output = outputOf(older, newer);
  const differences = [...input.differences, ...output.differences, ...termDifferences(older, newer)];
  const change = heaviest(differences);
  return { change, requiredBump: bumps[change], strict: weaker(input.strict, output.strict), differences };
}

const bumps: Readonly<Record<Change, Bump>> = { none: 'patch', additive: 'minor', unknown: 'major', breaking: 'major' };

function outputOf({ outputSchema: before }: Manifest, { outputSchema: after }: Manifest): SchemaComparison {
  if (before !== undefined && after !== undefined) return compareSchemas('output', before, after);
  if (before === after) return { strict: 'holds', differences: [] };
  const removed = after === undefined;
  const difference: Difference = {
    path: '/outputSchema',
    kind: removed ? 'breaking' : 'additive',
    message: removed ? 'The output is no longer declared.' : 'What the tool answers is declared now.',
    before,
    after,
  };
  return { strict: removed ? 'fails' : 'holds', differences: [difference] };
}

function heaviest(differences: readonly Difference[]): Change {
  const kinds = new Set(differences.map(({ kind }) => kind));
  return (['breaking', 'unknown', 'additive'] as const).find((it) => kinds.has(it)) ?? 'none';
}

const weaker = (a: Verdict, b: Verdict): Verdict =>
  (['fails', 'unknown'] as const).find((it) => a === it || b === it) ?? 'holds';
