import type { ConfirmImport, Manifest, Proposal } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Import } from '@assay/registry';

/** A manifest selected for publication, with the name it was proposed under. */
export interface Chosen {
  readonly manifest: Manifest;
  readonly proposed: string;
}

/** The selected manifests of an import, after edits: all new and changed ones when none is named. */
export function choose(
  found: Import,
  { include, edits = {}, acceptAnnotations = false, acceptFindings = false }: ConfirmImport,
): Result<Chosen[], Failure> {
  const byName = new Map(found.proposals.map((it) => [it.manifest.name, it]));
  const accepted = typeof acceptAnnotations === 'boolean' ? [] : acceptAnnotations;
  const tolerated = typeof acceptFindings === 'boolean' ? [] : acceptFindings;
  const unknown = [...(include ?? []), ...Object.keys(edits), ...accepted, ...tolerated].filter(
    (it) => !byName.has(it),
  );
  if (unknown.length > 0) {
    return fail(
      'invalid_request',
      `The import proposes no ${unknown
        .slice(0, 5)
        .map((it) => `"${it}"`)
        .join(', ')}.`,
      {
        issues: unknown
          .slice(0, 50)
          .map((it) => ({ path: pathOf(it, include, accepted), message: `names no proposal: ${it}` })),
      },
    );
  }
  const names =
    include ??
    found.proposals.filter((it) => it.state === 'new' || it.state === 'changed').map((it) => it.manifest.name);
  return ok(
    [...new Set(names)].map((proposed) => {
      const { annotations, ...fields } = edits[proposed] ?? {};
      const { manifest, proposedAnnotations } = byName.get(proposed) as Proposal;
      const isAccepted = acceptAnnotations === true || accepted.includes(proposed);
      const confirmed = isAccepted ? proposedAnnotations : undefined;
      return {
        proposed,
        manifest: {
          ...manifest,
          ...fields,
          ...((annotations || confirmed) && {
            annotations: { ...confirmed, ...manifest.annotations, ...annotations },
          }),
        },
      };
    }),
  );
}

const pathOf = (name: string, include: readonly string[] | undefined, accepted: readonly string[]): string => {
  if (include?.includes(name)) return '/include';
  return accepted.includes(name) ? '/acceptAnnotations' : '/edits';
};
