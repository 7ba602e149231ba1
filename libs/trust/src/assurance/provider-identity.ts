import type { Catalogue, ToolVersion } from '@assay/registry';

/**
 * Whether the identity of a version's provider is attested: for any version in its namespace, of the organisation that
 * has the namespace now. After a transfer the new provider is another one.
 */
export const isProviderKnown = (
  catalogue: Pick<Catalogue, 'toolsIn'>,
  { namespace, organisationId }: Pick<ToolVersion, 'namespace' | 'organisationId'>,
): boolean =>
  catalogue.toolsIn(namespace).some((tool) => tool.versions.some((it) => it.assurance.identityOf === organisationId));
