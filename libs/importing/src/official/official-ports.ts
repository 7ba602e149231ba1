import { type Directory, defaultOrganisation } from '@assay/identity';
import type { AuditDraft, AuditLog, Failure, Random, Result } from '@assay/kernel';
import { type Revocations, versionKey } from '@assay/registry';
import type { HostRule } from './check-hosts.js';
import { nameHere, namespaceOfServer, type Publisher } from './publisher.js';
import type { ServerRevocation } from './registry-server.js';
import type { RegistryServerStore } from './registry-server-store.js';

/** What publishing through the official MCP Registry API works with. */
export interface OfficialPorts {
  readonly store: RegistryServerStore;
  readonly directory: Directory;
  readonly revocations: Pick<Revocations, 'covering'>;
  readonly audit: AuditLog;
  readonly random: Random;
  readonly hostRule: HostRule;
  /** Counts a publication before it is made: for an organisation or, when there is none, for who proved a domain. */
  readonly count?: (by: PublicationBy) => Promise<Result<() => Promise<void>, Failure>>;
}

/** Whose publication it is. */
export type PublicationBy = { readonly organisationId: string } | { readonly domain: string };

/** The organisation a server belongs to: its namespace's, else its publisher's, else the installation's own. */
export const organisationFor = (
  { directory }: Pick<OfficialPorts, 'directory'>,
  name: string,
  publisher: Publisher,
): string =>
  directory.namespace(namespaceOfServer(name))?.organisationId ??
  publisher.organisationId ??
  (directory.organisationNamed(defaultOrganisation)?.id as string);

/**
 * The revocation that covers a version of a server: one of the tool with the same name (`com.example/my-server`, with
 * or without a range) or of its whole namespace (`com.example/*`). Both may have been renamed since; a server's name is
 * permanent. A version that is not semantic is in no range.
 */
export function revocationOf(
  { revocations, directory }: Pick<OfficialPorts, 'revocations' | 'directory'>,
  name: string,
  version: string,
): ServerRevocation | null {
  const tool = directory.aliases.tool(nameHere(name));
  const found = revocations.covering(tool, versionKey(version) ?? version);
  return found === undefined ? null : { id: found.id, reason: found.reason, at: found.createdAt };
}

/** Durable before the caller gets an answer. The record belongs to the server's organisation, not the publisher's. */
export async function recordOfficial(
  { audit }: Pick<OfficialPorts, 'audit'>,
  { principalId, method, subject: who }: Publisher,
  { organisationId, action, subject, details }: Omit<AuditDraft, 'principalId'>,
): Promise<void> {
  const by = `${method}:${who}`;
  await audit.append({ organisationId, principalId, action, subject, details: { ...details, by } }).settled;
}
