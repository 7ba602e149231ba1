import type { Manifest } from '@assay/contracts';
import { parameterTexts } from './parameter-texts.js';
import type { ToolDocument } from './tool-index.js';

/** What the index holds of a manifest. `provider` is the owning organisation's name; the namespace is searched too. */
export function toolDocument(
  manifest: Manifest,
  provider: string,
  audience: readonly string[],
  trustKey: number,
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
    trustKey,
  };
}
