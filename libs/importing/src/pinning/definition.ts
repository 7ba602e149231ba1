import type { Manifest } from '@assay/contracts';
import type { UpstreamTool } from '../upstream.js';

/** An upstream's definition of a tool: the members that are pinned, and no others. */
export type Definition = UpstreamTool;

/** The descriptor bytes of a method may differ between builds; their meaning is its contract. */
const withoutBytes = ({ descriptorSet: _bytes, ...grpc }: NonNullable<UpstreamTool['grpc']>) => grpc;

/** Only the pinned members: an upstream's other data about a tool is neither stored nor compared. */
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
 * The definition a manifest was imported from, as far as it can be derived: it includes edits and normalisations of the
 * import. For versions whose original definition was not stored. `name` is the upstream's own, which a manifest of an
 * operation does not contain.
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
