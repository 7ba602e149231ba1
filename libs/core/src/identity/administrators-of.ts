import type { Recipient } from '../kernel/notices.js';
import type { Directory } from './directory.js';
import { defaultOrganisation } from './installation.js';

/** Whoever runs the installation, by a key that is in force and not narrowed, each once, as notices reach them. */
export function administratorsOf(directory: Directory, now: number): Recipient[] {
  const organisationId = directory.organisationNamed(defaultOrganisation)?.id;
  if (organisationId === undefined) return [];
  const holders = [...directory.keys()]
    .filter((key) => key.organisationId === organisationId && key.namespaces === null && key.revokedAt === null)
    .filter((key) => (key.expiresAt === null || key.expiresAt > now) && key.scopes.includes('admin'))
    .map((key) => key.principalId);
  return [...new Set(holders)].map((principalId) => ({ organisationId, principalId }));
}
