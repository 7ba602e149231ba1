import type { EvidenceView } from '@assay/contracts';
import { type Directory, narrower } from '@assay/identity';
import type { ToolVersion } from './records.js';

/**
 * The view of a version's evidence for a caller: inside for callers of the tool's own organisation, outside for all
 * others, anonymous callers included.
 */
export const viewOf = (organisationId: string | null, version: Pick<ToolVersion, 'organisationId'>): EvidenceView =>
  organisationId === version.organisationId ? 'inside' : 'outside';

/** Whether the version is visible to everybody: the visibility of its namespace, narrowed by its own. */
export const isPublic = (
  { namespace, manifest }: Pick<ToolVersion, 'namespace' | 'manifest'>,
  directory: Pick<Directory, 'namespace'>,
): boolean => narrower(directory.namespace(namespace)?.visibility ?? 'private', manifest.visibility) === 'public';

/**
 * The view that stage guards use: a public tool has to convince other organisations, any other tool only its own
 * audience.
 */
export const guardView = (
  version: Pick<ToolVersion, 'namespace' | 'manifest'>,
  directory: Pick<Directory, 'namespace'>,
): EvidenceView => (isPublic(version, directory) ? 'outside' : 'inside');
