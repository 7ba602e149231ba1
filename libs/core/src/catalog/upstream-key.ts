import type { Manifest } from '@assay/contracts';
import type { UpstreamTool } from './upstream.js';

/** What an upstream knows a tool by: its name, or the method and path of an operation. */
export const upstreamKey = ({ name, http }: Pick<UpstreamTool, 'name' | 'http'>): string =>
  http === undefined ? name : `${http.method} ${http.url}`;

/** The same, from the manifest that was published of it. */
export const upstreamKeyOf = ({ protocol, endpoint }: Pick<Manifest, 'protocol' | 'endpoint'>): string =>
  protocol === 'http' ? `${endpoint.method} ${endpoint.url}` : String(endpoint.tool);
