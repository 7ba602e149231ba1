import type { AttestationView, StageView, VerificationView } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { ShownAttestation, ShownStage, ShownVerification } from '@assay/trust';

// Judgements of versions as clients see them.

const named = ({ namespace, tool, version }: ToolVersion) => ({ tool: `${namespace}/${tool}`, version });

const nameOf = (id: string | null, directory: Directory): string | null =>
  id === null ? null : (directory.principal(id)?.name ?? 'unknown');

/** What a tool answered, and who asked, are its owners' to know: others see what passed and what did not. */
export const verificationView = (
  { verification: it, version, isWhole }: ShownVerification,
  directory: Directory,
): VerificationView => ({
  id: it.id,
  ...named(version),
  trigger: it.trigger,
  state: it.endedAt === null ? 'running' : 'done',
  kind: it.kind,
  verdict: it.verdict,
  summary: it.summary,
  checks: it.checks.map((check) => ({ ...check, message: isWhole ? check.message : '' })),
  requestedBy: isWhole ? nameOf(it.requestedBy, directory) : null,
  startedAt: isoTime(it.startedAt),
  endedAt: isoTimeOrNull(it.endedAt),
});

export const stageView = (
  { version, next, requirements, below, history }: ShownStage,
  directory: Directory,
): StageView => ({
  ...named(version),
  stage: version.stage,
  next,
  requirements: [...requirements],
  below: below && { since: isoTime(below.since), demotedAt: isoTime(below.demotedAt), floor: below.floor },
  history: history.map(({ from, to, reason, by, authority, at, trust, waived }) => ({
    from,
    to,
    reason,
    by: nameOf(by, directory),
    authority,
    at: isoTime(at),
    trust,
    waived: [...waived],
  })),
});

export const attestationView = ({ attestation: it, version }: ShownAttestation): AttestationView => ({
  id: it.id,
  ...named(version),
  manifestDigest: version.manifestDigest,
  kind: it.kind,
  evidence: it.evidence,
  evidenceDigest: it.evidenceDigest,
  organisation: it.organisation,
  by: it.by,
  at: isoTime(it.at),
  statement: it.statement,
  keyId: it.keyId,
  signature: it.signature,
  withdrawn: it.withdrawn && { ...it.withdrawn, at: isoTime(it.withdrawn.at) },
});
