import type { Issue, Manifest } from '@assay/contracts';
import type { Difference } from '@assay/json-schema';
import { type Failure, fail } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import { checkNumber } from './compatibility/check-number.js';
import type { NeighbourComparison, NumberCheck } from './compatibility/comparison.js';
import type { ToolVersion } from './records.js';

/** Whether a manifest may have its number among the versions that are there. */
export type Assessment =
  | { readonly kind: 'fits'; readonly check: NumberCheck }
  | { readonly kind: 'understated'; readonly check: NumberCheck; readonly failure: Failure }
  | { readonly kind: 'undecided'; readonly check: NumberCheck; readonly findings: readonly Issue[] };

/** Compares a manifest with its neighbours: a number that promises less change than there is, is refused. */
export function assessPublication(manifest: Manifest, versions: readonly ToolVersion[]): Assessment {
  const check = checkNumber(
    manifest,
    versions.map((it) => ({ version: it.versionKey, manifest: it.manifest })),
  );
  if (check.ok) return { kind: 'fits', check };
  if (check.verdict === 'fails') return { kind: 'understated', check, failure: understated(manifest, check) };
  return { kind: 'undecided', check, findings: issuesOf(check, 'unknown') };
}

/**
 * The neighbour that decides the answer: one that rejects or questions the number, before one that is merely adjacent.
 */
export const decidingNeighbour = ({ verdict, lower, higher }: NumberCheck): NeighbourComparison | undefined =>
  [lower, higher].find((it) => it?.binding === true && it.fits === verdict && verdict !== 'holds') ?? lower ?? higher;

function understated(manifest: Manifest, check: NumberCheck): Failure {
  const neighbour = decidingNeighbour(check) as NeighbourComparison;
  const breaking = neighbour.comparison.differences.filter((it) => it.kind === 'breaking');
  const first = breaking[0];
  const what = first === undefined ? neighbour.comparison.change : `${first.path}: ${unended(first.message)}`;
  const more = breaking.length > 1 ? ` (and ${breaking.length - 1} more: see errors)` : '';
  const { name, version } = manifest;
  return fail(
    'understated_version',
    `${name}@${version} promises less change than there is beside ${neighbour.version}: ${what}${more}. Publish it as ${check.required}.`,
    {
      issues: issuesOf(check, 'breaking', 'additive'),
      data: {
        comparedWith: neighbour.version,
        requiredVersion: check.required,
        differences: neighbour.comparison.differences,
      },
    },
  ).error;
}

/** Differences of these kinds to the neighbours that bind the number, as problems of the manifest. */
function issuesOf({ lower, higher, verdict }: NumberCheck, ...kinds: Difference['kind'][]): Issue[] {
  const binding = [lower, higher].filter((it) => it?.binding === true && it.fits === verdict);
  return binding.flatMap((it) =>
    (it as NeighbourComparison).comparison.differences
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ path, message }) => ({
        path,
        message: `${unended(message)} (beside ${(it as NeighbourComparison).version})`,
      })),
  );
}

/** The differences between a manifest and the version it would be adjacent to; empty when there is none. */
export function publicationDifferences(manifest: Manifest, catalogue: Catalogue): Difference[] {
  const others = (catalogue.tool(manifest.name)?.versions ?? []).filter((it) => it.version !== manifest.version);
  const neighbour = others.length === 0 ? undefined : decidingNeighbour(assessPublication(manifest, others).check);
  return [...(neighbour?.comparison.differences ?? [])];
}

/** A sentence to go on with. */
const unended = (message: string): string => message.replace(/\.$/, '');
