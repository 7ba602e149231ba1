import type { Recipient } from '@assay/kernel';
import type { Directory } from './directory.js';
import { defaultOrganisation } from './installation.js';
import { holdersOf } from './key-holders.js';

/** Whoever runs the installation, by a key that is in force and not narrowed, each once, as notices reach them. */
export function administratorsOf(directory: Directory, now: number): Recipient[] {
  const organisationId = directory.organisationNamed(defaultOrganisation)?.id;
  return organisationId === undefined ? [] : holdersOf(directory, organisationId, 'admin', now);
}
