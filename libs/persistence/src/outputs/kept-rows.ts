import type { MemoryLayer } from '@assay/contracts';
import type { KeptContent, KeptKind, KeptOutput } from '@assay/gateway';

export interface Row {
  readonly id: string;
  readonly kind: KeptKind;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly layer: MemoryLayer | null;
  readonly session: string | null;
  readonly invocation_id: string;
  readonly tool: string;
  readonly version: string;
  readonly source: string;
  readonly confidence: number;
  readonly findings: string[];
  readonly digest: string;
  readonly bytes: string;
  readonly media_type: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** All but what is kept itself. */
export const columns =
  'id, kind, organisation_id, principal_id, layer, session, invocation_id, tool, version, source, confidence, findings, digest, bytes, media_type, created_at, expires_at';

export const toKeptOutput = (row: Row): KeptOutput => ({
  id: row.id,
  kind: row.kind,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  layer: row.layer,
  session: row.session,
  invocationId: row.invocation_id,
  tool: row.tool,
  version: row.version,
  source: row.source,
  confidence: row.confidence,
  findings: row.findings,
  digest: row.digest,
  bytes: Number(row.bytes),
  mediaType: row.media_type,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
});

/** In the order of the columns, with what is kept behind. */
export const valuesOf = (output: KeptContent, sealed: string): unknown[] => [
  output.id,
  output.kind,
  output.organisationId,
  output.principalId,
  output.layer,
  output.session,
  output.invocationId,
  output.tool,
  output.version,
  output.source,
  output.confidence,
  output.findings,
  output.digest,
  output.bytes,
  output.mediaType,
  new Date(output.createdAt),
  new Date(output.expiresAt),
  output.isBinary,
  sealed,
];
