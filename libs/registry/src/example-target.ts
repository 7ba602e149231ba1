import type { Manifest } from '@assay/contracts';
import { protocolRules } from './protocol-rules.js';
import type { Server, ToolVersion } from './records.js';

/** Where the examples of a version are run. */
export interface ExampleTarget {
  readonly manifest: Manifest;
  readonly server: Server | null;
}

/**
 * Where a version's examples may run: at its test endpoint if its manifest names one; at its own address if it declares
 * itself read-only; and nowhere else, since a verification must not change anything. Also null when there is no
 * example, and at an address that requires the caller's own credentials, which a verification does not have.
 *
 * A test endpoint is called without credentials: those of the server are intended for the server's own address.
 */
export function exampleTarget(
  { manifest }: Pick<ToolVersion, 'manifest'>,
  server: Server | null,
): ExampleTarget | null {
  if ((manifest.examples ?? []).length === 0) return null;
  if (manifest.testEndpoint !== undefined) return testTarget(manifest, manifest.testEndpoint, server);
  if (manifest.auth?.upstream === 'caller') return null;
  return manifest.annotations?.readOnlyHint === true ? { manifest, server } : null;
}

const testTarget = (manifest: Manifest, url: string, server: Server | null): ExampleTarget | null =>
  protocolRules[manifest.protocol].at(url, manifest, server && apart(server, url));

/** Another server as far as connections and health are concerned. */
const apart = (server: Server, url: string): Server => ({
  ...server,
  id: `${server.id} test ${url}`,
  mcp: null,
  http: null,
  grpc: null,
  stateless: false,
  isolation: null,
  confirmation: null,
  packages: null,
});
