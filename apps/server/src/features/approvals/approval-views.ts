import type { ApprovalDetail, ApprovalView, Envelope } from '@assay/contracts';
import { type Approval, editText, type PausedCall } from '@assay/gateway';
import type { Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';

interface ApprovalSurroundings {
  readonly directory: Pick<Directory, 'principal'>;
  readonly urlOf: (id: string) => string;
}

/** An approval as people see it, without the arguments. */
export function approvalView(approval: Approval, { directory, urlOf }: ApprovalSurroundings): ApprovalView {
  const { id, principalId, decisions, delegations } = approval;
  const nameOf = (of: string): string => directory.principal(of)?.name ?? of;
  return {
    id,
    status: approval.state,
    invocation: approval.invocationId,
    subject: approval.subject,
    tool: approval.tool,
    version: approval.version,
    level: approval.level,
    caller: { name: nameOf(principalId), kind: directory.principal(principalId)?.kind ?? 'unknown' },
    argumentsDigest: approval.argumentsDigest,
    policies: [...approval.policies],
    why: approval.why,
    risks: approval.risks,
    needed: approval.needed,
    decisions: decisions.map((it) => ({
      by: nameOf(it.principalId),
      decision: it.decision,
      reason: it.reason,
      at: isoTime(it.at),
    })),
    delegations: delegations.map((it) => ({
      by: nameOf(it.from),
      to: nameOf(it.to),
      reason: it.reason,
      at: isoTime(it.at),
    })),
    openedAt: isoTime(approval.openedAt),
    expiresAt: isoTime(approval.expiresAt),
    closedAt: isoTimeOrNull(approval.closedAt),
    outcome: approval.outcome,
    url: urlOf(id),
  };
}

interface DetailParts {
  readonly catalogue: Pick<Catalogue, 'versionById'>;
  /** The recorded answer of the call; undefined when there is none, or not for who asks. */
  readonly answer: Envelope | undefined;
}

/** With exactly what would run. */
export function approvalDetail(
  approval: Approval,
  paused: PausedCall | undefined,
  { catalogue, answer, ...around }: ApprovalSurroundings & DetailParts,
): ApprovalDetail {
  return {
    ...approvalView(approval, around),
    description: catalogue.versionById(approval.versionId)?.manifest.description ?? null,
    arguments: paused?.shown ?? paused?.input ?? null,
    result:
      paused?.withheld === undefined
        ? null
        : { output: paused.withheld.output ?? null, contains: [...paused.withheld.contains] },
    repaired: paused?.repairs?.map(editText) ?? [],
    answer: approval.outcome === null || answer === undefined ? null : answerView(answer),
    partOf: paused?.partOf === undefined ? null : { ...paused.partOf, neededBy: [...paused.partOf.neededBy] },
  };
}

const answerView = ({ output, error }: Envelope): ApprovalDetail['answer'] => ({
  ...(output !== undefined && { output }),
  error: error === undefined ? null : { code: error.code, message: error.message },
});
