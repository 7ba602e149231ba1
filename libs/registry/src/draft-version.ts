import type { Manifest } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type Clock, type Random, type Signer, splitName } from '@assay/kernel';
import { definitionDigest, manifestDigest } from './digests.js';
import { type Signature, type ToolVersion, unassured } from './records.js';
import { registrySignature } from './signing/sign-version.js';
import { versionKey } from './version-number.js';

export interface DraftPorts {
  readonly directory: Directory;
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

export interface Draft {
  readonly manifest: Manifest;
  readonly upstreamDigest: string | null;
  /** The publisher's own signature, if there is one. */
  readonly signature: Signature | null;
}

/** A version as published: active, in the sandbox, signed by the registry. */
export function draftVersion(
  ports: DraftPorts,
  caller: Caller,
  { manifest, upstreamDigest, signature }: Draft,
): ToolVersion {
  const [namespace, tool] = splitName(manifest.name);
  const digest = manifestDigest(manifest);
  const publishedAt = ports.clock.now();
  const signed = registrySignature(ports.signer, { manifest, manifestDigest: digest }, publishedAt);
  return {
    id: ports.random.uuid(),
    organisationId: (ports.directory.namespace(namespace)?.organisationId ?? caller.organisationId) as string,
    namespace,
    tool,
    version: manifest.version,
    versionKey: versionKey(manifest.version) as string,
    manifest,
    manifestDigest: digest,
    definitionDigest: definitionDigest(manifest),
    upstreamDigest,
    signatures: signature === null ? [signed] : [signed, signature],
    status: 'ACTIVE',
    stage: 'SANDBOX',
    sunsetAt: null,
    statusChange: null,
    quarantined: null,
    lastVerifiedAt: null,
    assurance: unassured,
    trust: null,
    usageCount: 0,
    publishedAt,
    publishedBy: caller.principalId,
  };
}
