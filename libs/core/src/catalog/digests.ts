import type { Manifest } from '@assay/contracts';
import { digestJson } from '../kernel/digest.js';
import type { UpstreamTool } from './upstream.js';

/** Of the whole manifest: immutability and signatures. */
export const manifestDigest = (manifest: Manifest): string => digestJson(manifest);

/** What a tool's definition has, whoever gives it. */
type Definition = Pick<UpstreamTool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'>;

const digestOfDefinition = ({ name, title, description, inputSchema, outputSchema, annotations }: Definition): string =>
  digestJson({ name, title, description, inputSchema, outputSchema, annotations });

/** Of what a model sees: name, title, description, schemas, annotations. */
export const definitionDigest = (manifest: Manifest): string => digestOfDefinition(manifest);

/** Of the upstream's own definition as it was listed, with how it is called if that belongs to it: drift. */
export function upstreamDigest(tool: UpstreamTool): string {
  const definition = digestOfDefinition(tool);
  const { http, auth, grpc } = tool;
  // Of gRPC the contract counts, not the bytes that describe it: two builds of one service may differ in those.
  if (grpc !== undefined)
    return digestJson({ definition, grpc: { service: grpc.service, method: grpc.method, contract: grpc.contract } });
  return http === undefined ? definition : digestJson({ definition, http, auth });
}
