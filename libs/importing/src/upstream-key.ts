import type { Manifest } from '@assay/contracts';
import { protocolRules } from '@assay/registry';
import type { UpstreamTool } from './upstream.js';

/** An upstream's key of a tool: its name, the method and path of an operation, or the service and method of gRPC. */
export function upstreamKey({ name, http, grpc }: Pick<UpstreamTool, 'name' | 'http' | 'grpc'>): string {
  if (grpc !== undefined) return `${grpc.service}/${grpc.method}`;
  return http === undefined ? name : `${http.method} ${http.url}`;
}

/** The same key, from the published manifest. */
export const upstreamKeyOf = ({ protocol, endpoint }: Pick<Manifest, 'protocol' | 'endpoint'>): string =>
  protocolRules[protocol].upstreamKey(endpoint);
