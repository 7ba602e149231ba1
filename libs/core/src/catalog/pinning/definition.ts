import type { Manifest } from '@assay/contracts';
import type { UpstreamTool } from '../upstream.js';

/** An upstream's definition of a tool: the members that are pinned, and no others. */
export type Definition = UpstreamTool;

/** The pinned members alone, so that what else an upstream says of a tool is neither kept nor compared. */
export const definitionOf = (tool: UpstreamTool): Definition => {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    inputSchema,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
};

/**
 * The definition a manifest was imported from, as far as the manifest tells: edits, and what the import normalised, are
 * in it. For versions whose upstream's own definition was not kept.
 */
export function derivedDefinition({ endpoint, title, description, inputSchema, outputSchema, annotations }: Manifest) {
  const { honoursKey: _own, ...hints } = annotations ?? {};
  return definitionOf({
    name: endpoint.tool as string,
    title,
    description,
    inputSchema,
    outputSchema,
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
  } as UpstreamTool);
}
