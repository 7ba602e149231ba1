import type { RiskMarks } from '@assay/contracts';
import type { ToolVersion } from '@assay/registry';

/** Trust in a version as callers of an organisation see it now. */
export type TrustOf = (
  version: ToolVersion,
  organisationId: string | null,
) => { readonly score: number; readonly confidence: number };

const said = (hint: boolean | undefined): 'yes' | 'no' | 'undeclared' => {
  if (hint === undefined) return 'undeclared';
  return hint ? 'yes' : 'no';
};

/** What a person should know of a version before it runs; what it does not declare is not assumed. */
export function riskMarks(version: ToolVersion, organisationId: string | null, trustOf: TrustOf): RiskMarks {
  const { annotations, compensation, costPerCallUsd } = version.manifest;
  const { score, confidence } = trustOf(version, organisationId);
  return {
    readOnly: annotations?.readOnlyHint === true,
    destructive: said(annotations?.destructiveHint),
    openWorld: said(annotations?.openWorldHint),
    undo: compensation?.class ?? null,
    costUsd: costPerCallUsd ?? null,
    trust: { score, confidence },
    stage: version.stage,
  };
}
