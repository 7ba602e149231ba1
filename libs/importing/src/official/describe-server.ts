import { assayMetaKey, officialMetaKey, type RegistryServerView } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import type { RegistryServer } from './registry-server.js';

/** What Assay adds to a server in its own member of `_meta`. */
export interface ServerRemarks {
  /** The registry of a mirrored server. */
  readonly origin?: string;
  readonly tools: readonly ServerTool[];
}

export interface ServerTool {
  /** `ns/tool`. */
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly stage: string;
  readonly trust: { readonly score: number; readonly confidence: number };
  readonly quarantined: boolean;
}

/**
 * A version as clients of any MCP registry read it. The `official` block has exactly the members of its schema; for a
 * mirrored server it is the received one, updated with local changes: whether it is the latest, and that it is revoked.
 */
export function describeServer(server: RegistryServer, remarks: ServerRemarks): RegistryServerView {
  const { revocation } = server;
  const own = {
    ...(remarks.origin !== undefined && { origin: remarks.origin }),
    ...(revocation !== null && {
      revocation: { id: revocation.id, reason: revocation.reason, revokedAt: isoTime(revocation.at) },
    }),
    ...(remarks.tools.length > 0 && { tools: remarks.tools }),
  };
  return {
    server: server.server,
    _meta: {
      [officialMetaKey]: officialOf(server),
      ...(Object.keys(own).length > 0 && { [assayMetaKey]: own }),
    },
  };
}

function officialOf(server: RegistryServer): Record<string, unknown> {
  const { official, revocation, isLatest, updatedAt } = server;
  const revoked = revocation === null ? {} : { status: 'deleted', statusMessage: revokedText(revocation.reason) };
  if (official !== null) {
    const changed = revocation === null ? {} : { updatedAt: isoTime(updatedAt) };
    return { ...official, ...revoked, ...changed, isLatest };
  }
  return {
    status: server.status,
    statusChangedAt: isoTime(server.statusChangedAt),
    ...(server.statusMessage !== null && { statusMessage: server.statusMessage }),
    ...revoked,
    publishedAt: isoTime(server.publishedAt),
    updatedAt: isoTime(updatedAt),
    isLatest,
  };
}

/** Longest text of a status. */
const messageChars = 500;

const revokedText = (reason: string): string => `Revoked: ${reason}`.slice(0, messageChars);
