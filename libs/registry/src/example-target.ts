import type { Manifest } from '@assay/contracts';
import { grpcTarget } from './grpc/grpc-address.js';
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

function testTarget(manifest: Manifest, url: string, server: Server | null): ExampleTarget | null {
  const { protocol, endpoint } = manifest;
  const elsewhere = server && apart(server, url);
  if (protocol === 'mcp') return elsewhere && { manifest, server: { ...elsewhere, mcp: { url } } };
  if (protocol === 'http' && elsewhere !== null) return { manifest, server: { ...elsewhere, http: { url } } };
  if (protocol === 'http') return { manifest: { ...manifest, endpoint: { ...endpoint, url } }, server };
  if (protocol === 'json-rpc')
    return {
      manifest: { ...manifest, endpoint: { ...endpoint, url } },
      server: elsewhere && { ...elsewhere, http: { url } },
    };
  if (protocol !== 'grpc' || grpcTarget(url) === undefined) return null;
  return elsewhere === null
    ? { manifest: { ...manifest, endpoint: { ...endpoint, address: url } }, server }
    : { manifest, server: { ...elsewhere, grpc: { address: url } } };
}

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
