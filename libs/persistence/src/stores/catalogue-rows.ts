import type { Manifest, McpAddress, Proposal, Stage } from '@assay/contracts';
import type { Import, Sealer, Server, ToolVersion } from '@assay/core';
import type { Import as ImportRow, Server as ServerRow, ToolVersion as ToolVersionRow } from '../generated/client.js';
import { milliseconds } from './identity-rows.js';
import { openAddress } from './sealed-address.js';

export const toToolVersion = (row: ToolVersionRow): ToolVersion => ({
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  tool: row.tool,
  version: row.version,
  versionKey: row.versionKey,
  manifest: row.manifest as unknown as Manifest,
  manifestDigest: row.manifestDigest,
  definitionDigest: row.definitionDigest,
  upstreamDigest: row.upstreamDigest,
  status: row.status as ToolVersion['status'],
  stage: row.stage as Stage,
  sunsetAt: milliseconds(row.sunsetAt),
  quarantined:
    row.quarantinedSince === null
      ? null
      : { since: row.quarantinedSince.getTime(), finding: row.quarantineFinding ?? '' },
  lastVerifiedAt: milliseconds(row.lastVerifiedAt),
  usageCount: Number(row.usageCount),
  publishedAt: row.publishedAt.getTime(),
  publishedBy: row.publishedBy,
});

export const toServer = (sealer: Sealer, row: ServerRow): Server => ({
  id: row.id,
  organisationId: row.organisationId,
  namespace: row.namespace,
  name: row.name,
  mcp: openAddress(sealer, { id: row.id, label: `${row.namespace}/${row.name}` }, row.mcp as unknown as McpAddress),
  stateless: row.stateless,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  server: row.server,
  proposals: row.proposals as unknown as readonly Proposal[],
  upstreamDigests: row.upstreamDigests as Readonly<Record<string, string>>,
  removed: row.removed,
  createdAt: row.createdAt.getTime(),
});
