import type { Manifest } from '@assay/contracts';
import type { UpstreamTool } from '../upstream.js';

/** An upstream's definition of a tool: the members that are pinned, and no others. */
export type Definition = UpstreamTool;

/** The bytes that describe a method may differ from build to build; what they say is its contract. */
const withoutBytes = ({ descriptorSet: _bytes, ...grpc }: NonNullable<UpstreamTool['grpc']>) => grpc;

/** The pinned members alone, so that what else an upstream says of a tool is neither kept nor compared. */
export const definitionOf = (tool: UpstreamTool): Definition => {
  const { name, title, description, inputSchema, outputSchema, annotations, http, auth, grpc } = tool;
  return {
    name,
    inputSchema,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
    // How an operation is called belongs to its definition.
    ...(http !== undefined && { http, ...(auth !== undefined && { auth }) }),
    ...(grpc !== undefined && { grpc: withoutBytes(grpc) }),
  };
};

/**
 * The definition a manifest was imported from, as far as the manifest tells: edits, and what the import normalised, are
 * in it. For versions whose upstream's own definition was not kept. `name` is the upstream's own, which a manifest of
 * an operation does not hold.
 */
export function derivedDefinition(manifest: Manifest, name: string): Definition {
  const { protocol, endpoint, auth, title, description, inputSchema, outputSchema, annotations } = manifest;
  const { honoursKey: _own, ...hints } = annotations ?? {};
  const { server: _server, ...http } = endpoint;
  return definitionOf({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
    ...(protocol === 'http' && { http, auth }),
    ...(protocol === 'grpc' && { grpc: { service: endpoint.service, method: endpoint.method } }),
  } as UpstreamTool);
}
