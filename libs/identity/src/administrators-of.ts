import type { Recipient } from '@assay/kernel';
import type { Directory } from './directory.js';
import { defaultOrganisation } from './installation.js';
import { holdersOf } from './key-holders.js';

/**
 * Administrators of the installation: principals with an active key that is not narrowed, each once, as recipients of
 * notices.
 */
export function administratorsOf(directory: Directory, now: number): Recipient[] {
  const organisationId = directory.organisationNamed(defaultOrganisation)?.id;
  return organisationId === undefined ? [] : holdersOf(directory, organisationId, 'admin', now);
}
