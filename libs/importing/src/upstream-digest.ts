import { digestJson } from '@assay/kernel';
import { digestOfDefinition } from '@assay/registry';
import type { UpstreamTool } from './upstream.js';

/** Of the upstream's own definition as it was listed, with how it is called if that belongs to it: drift. */
export function upstreamDigest(tool: UpstreamTool): string {
  const definition = digestOfDefinition(tool);
  const { http, auth, grpc } = tool;
  // Of gRPC the contract counts, not the bytes that describe it: two builds of one service may differ in those.
  if (grpc !== undefined)
    return digestJson({ definition, grpc: { service: grpc.service, method: grpc.method, contract: grpc.contract } });
  return http === undefined ? definition : digestJson({ definition, http, auth });
}
