import type { Entry, EvidenceView } from '@assay/contracts';
import { type Directory, narrower } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { ToolVersion } from './records.js';
import type { Revocations } from './revocation/revocations.js';

export interface ShownTrust {
  readonly score: number;
  readonly confidence: number;
  readonly view: EvidenceView;
}

/** Trust as seen by callers of an organisation (null: anonymous callers), decayed to now. */
export type ShowTrust = (version: ToolVersion, organisationId: string | null) => ShownTrust;

/** The registry's entry of a version, for a client. */
export function describeEntry(
  version: ToolVersion,
  directory: Directory,
  trustOf: ShowTrust,
  revocations: Pick<Revocations, 'of'>,
  viewer: { readonly organisationId: string | null },
): Entry {
  const trust = trustOf(version, viewer.organisationId);
  const revocation = revocations.of(version);
  const namespace = directory.namespace(version.namespace);
  return {
    ...version.manifest,
    id: version.id,
    provider: directory.organisation(version.organisationId)?.name ?? '',
    visibility: narrower(namespace?.visibility ?? 'private', version.manifest.visibility),
    status: revocation === undefined ? version.status : 'REVOKED',
    statusReason: version.statusChange?.reason ?? null,
    stage: version.stage,
    trustScore: trust.score,
    confidence: trust.confidence,
    trustView: trust.view,
    usageCount: version.usageCount,
    rating: meanStars(version),
    lastVerified: isoTimeOrNull(version.lastVerifiedAt),
    sunsetAt: isoTimeOrNull(version.sunsetAt),
    quarantined: version.quarantined && {
      since: isoTime(version.quarantined.since),
      finding: version.quarantined.finding,
    },
    revocation:
      revocation === undefined
        ? null
        : { id: revocation.id, reason: revocation.reason, since: isoTime(revocation.createdAt) },
    manifestDigest: version.manifestDigest,
    definitionDigest: version.definitionDigest,
    upstreamDigest: version.upstreamDigest,
    publishedAs: version.publishedAs ?? null,
    declaredVisibility: version.manifest.visibility ?? null,
    signatures: version.signatures.map((it) => ({ ...it, signedAt: isoTime(it.signedAt) })),
    publishedAt: isoTime(version.publishedAt),
    createdBy: createdBy(version, directory),
  };
}

const meanStars = ({ trust }: ToolVersion): number | null =>
  trust === null || trust.votes.count === 0 ? null : trust.votes.stars / trust.votes.count;

const createdBy = (version: ToolVersion, directory: Directory): string => {
  const principal = version.publishedBy === null ? undefined : directory.principal(version.publishedBy);
  return principal === undefined ? 'service:assay' : `${principal.kind}:${principal.name}`;
};
