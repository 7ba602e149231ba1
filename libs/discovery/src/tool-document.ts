import type { ToolVersion } from '@assay/registry';
import { parameterTexts } from './parameter-texts.js';
import type { ToolDocument } from './tool-index.js';

/** A version, as far as search knows it. */
export type SearchedVersion = Pick<ToolVersion, 'manifest' | 'organisationId' | 'stage' | 'status' | 'publishedAt'>;

/** What the index holds of a version. `provider` is the owning organisation's name; the namespace is searched too. */
export function toolDocument(
  { manifest, organisationId, stage, status, publishedAt }: SearchedVersion,
  provider: string,
  audience: readonly string[],
  keys: Pick<ToolDocument, 'trustKey' | 'insideTrustKey'>,
): ToolDocument {
  const [namespace = '', name = ''] = manifest.name.split('/');
  return {
    id: manifest.name,
    name,
    title: manifest.title ?? '',
    description: manifest.description,
    provider: `${namespace} ${provider}`,
    capabilities: manifest.capabilities ?? [],
    parameters: parameterTexts(manifest.inputSchema),
    audience,
    organisationId,
    trustKey: keys.trustKey,
    insideTrustKey: keys.insideTrustKey,
    namespace,
    protocol: manifest.protocol,
    stage,
    readOnly: manifest.annotations?.readOnlyHint === true,
    deprecated: status === 'DEPRECATED',
    publishedAt,
  };
}
