import { type Detail, type DiscoveryResult, details, type Manifest } from '@assay/contracts';

/** What a result says of a tool beside its name, version, score and reasons. */
export type Description = Pick<
  DiscoveryResult,
  'title' | 'description' | 'capabilities' | 'annotations' | 'inputSchema' | 'outputSchema'
>;

export function describeTool(manifest: Manifest, detail: Detail): Description {
  if (detail === 'names') return {};
  const { title, description, capabilities, annotations, inputSchema, outputSchema } = manifest;
  const summary = { title, description, capabilities: capabilities ?? [], annotations };
  return detail === 'summary' ? summary : { ...summary, inputSchema, outputSchema };
}

/** A detail and all shorter ones, the fullest first. */
export const detailsDownFrom = (detail: Detail): Detail[] => details.slice(0, details.indexOf(detail) + 1).reverse();
