import type { GrpcAddress, HttpAddress, Manifest, McpAddress, Proposal, Stage } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import type {
  CommandConfirmation,
  Import,
  PinnedPackages,
  Server,
  ServerIsolation,
  Signature,
  ToolVersion,
  VersionTrust,
} from '@assay/registry';
import type { Import as ImportRow, Server as ServerRow, ToolVersion as ToolVersionRow } from '../generated/client.js';
import { milliseconds } from './identity-rows.js';
import { openAddress, openConfirmation, openGrpcAddress, openHttpAddress } from './sealed-address.js';

export const toToolVersion = (row: ToolVersionRow): ToolVersion => ({
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  tool: row.tool,
  version: row.version,
  versionKey: row.versionKey,
  ...presentManifest(row),
  manifestDigest: row.manifestDigest,
  definitionDigest: row.definitionDigest,
  upstreamDigest: row.upstreamDigest,
  signatures: row.signatures as unknown as readonly Signature[],
  status: row.status as ToolVersion['status'],
  stage: row.stage as Stage,
  sunsetAt: milliseconds(row.sunsetAt),
  statusChange:
    row.statusChangedAt === null
      ? null
      : {
          at: row.statusChangedAt.getTime(),
          reason: row.statusReason ?? '',
          supersededBy: row.statusHeeds,
          notice: row.statusTold,
        },
  quarantined:
    row.quarantinedSince === null
      ? null
      : { since: row.quarantinedSince.getTime(), finding: row.quarantineFinding ?? '' },
  lastVerifiedAt: milliseconds(row.lastVerifiedAt),
  trust: row.trust as unknown as VersionTrust | null,
  assurance: {
    driftedSince: milliseconds(row.driftedSince),
    audit: row.audit as ToolVersion['assurance']['audit'],
    identityOf: row.identityOf,
    ...(row.examplePassed && { examplePassed: true }),
  },
  usageCount: Number(row.usageCount),
  publishedAt: row.publishedAt.getTime(),
  publishedBy: row.publishedBy,
});

/** The row keeps the manifest as it was published; readers see it under the tool's present name. */
function presentManifest(row: ToolVersionRow): Pick<ToolVersion, 'manifest' | 'publishedAs'> {
  const manifest = row.manifest as unknown as Manifest;
  const name = `${row.namespace}/${row.tool}`;
  return manifest.name === name ? { manifest } : { manifest: { ...manifest, name }, publishedAs: manifest.name };
}

export const toServer = (sealer: Sealer, row: ServerRow): Server => ({
  ...addressesOf(sealer, row),
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  name: row.name,
  stateless: row.stateless,
  isolation: row.isolation as unknown as ServerIsolation | null,
  confirmation: openConfirmation(sealer, row.id, row.confirmation as unknown as CommandConfirmation | null),
  packages: row.packages as unknown as PinnedPackages | null,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

function addressesOf(sealer: Sealer, row: ServerRow): Pick<Server, 'mcp' | 'http' | 'grpc'> {
  const sealed = { id: row.id, label: `${row.namespace}/${row.name}` };
  return {
    mcp: row.mcp === null ? null : openAddress(sealer, sealed, row.mcp as unknown as McpAddress),
    http: row.http === null ? null : openHttpAddress(sealer, sealed, row.http as unknown as HttpAddress),
    grpc: row.grpc === null ? null : openGrpcAddress(sealer, sealed, row.grpc as unknown as GrpcAddress),
  };
}

export const toImport = (row: ImportRow): Omit<Import, 'draft'> => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  server: row.server,
  proposals: row.proposals as unknown as readonly Proposal[],
  upstreamDigests: row.upstreamDigests as Readonly<Record<string, string>>,
  removed: row.removed,
  leftOut: row.leftOut,
  createdAt: row.createdAt.getTime(),
});
