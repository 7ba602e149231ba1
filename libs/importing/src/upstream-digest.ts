import { digestJson } from '@assay/kernel';
import { digestOfDefinition } from '@assay/registry';
import type { UpstreamTool } from './upstream.js';

/**
 * Digest of the upstream's definition as listed, including its method and path where they belong to it; changes mean
 * drift.
 */
export function upstreamDigest(tool: UpstreamTool): string {
  const definition = digestOfDefinition(tool);
  const { http, auth, grpc } = tool;
  // Of gRPC the contract counts, not the bytes that describe it: two builds of one service may differ in those.
  if (grpc !== undefined)
    return digestJson({ definition, grpc: { service: grpc.service, method: grpc.method, contract: grpc.contract } });
  return http === undefined ? definition : digestJson({ definition, http, auth });
}
