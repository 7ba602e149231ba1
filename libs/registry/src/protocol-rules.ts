import type { GrpcEndpoint, HttpEndpoint, Issue, JsonRpcEndpoint, Manifest, Protocol } from '@assay/contracts';
import { checkHttpEndpoint } from './check-http-endpoint.js';
import { checkJsonRpcEndpoint } from './check-json-rpc-endpoint.js';
import { checkGrpcEndpoint } from './grpc/check-grpc-endpoint.js';
import { grpcTarget } from './grpc/grpc-address.js';
import type { Server } from './records.js';

type Endpoint = Manifest['endpoint'];

/** Where a call goes, other than where it usually does. */
interface Elsewhere {
  readonly manifest: Manifest;
  readonly server: Server | null;
}

/** What the registry knows of a protocol. A protocol that is added needs a row in `protocolRules`. */
interface ProtocolRule {
  /** What could not be called although the endpoint has the right shape. */
  check(endpoint: object, inputSchema: unknown): Issue[];
  /** The address of a registered server by which its tools are reached; null where none lives on a server. */
  readonly serverAddress: 'mcp' | 'http' | 'grpc' | null;
  /** What an upstream knows the tool of an endpoint by. */
  upstreamKey(endpoint: Endpoint): string;
  /** Whether a call has a query for credentials. */
  readonly hasQuery: boolean;
  /**
   * The same tool at a test endpoint; null where it cannot be called there. `elsewhere` is its server without addresses
   * and credentials, null when it is on no server.
   */
  at(url: string, manifest: Manifest, elsewhere: Server | null): Elsewhere | null;
}

const callable = (): Issue[] => [];
const byTool = ({ tool }: Endpoint): string => String(tool);

/** The endpoint itself leads to the test address. */
const withEndpoint = (manifest: Manifest, own: object): Manifest => ({
  ...manifest,
  endpoint: { ...manifest.endpoint, ...own },
});

/** A tool that is carried out here. */
const local: ProtocolRule = {
  check: callable,
  serverAddress: null,
  upstreamKey: byTool,
  hasQuery: true,
  at: () => null,
};

export const protocolRules: { readonly [P in Protocol]: ProtocolRule } = {
  mcp: {
    check: callable,
    serverAddress: 'mcp',
    upstreamKey: byTool,
    hasQuery: true,
    at: (url, manifest, elsewhere) => elsewhere && { manifest, server: { ...elsewhere, mcp: { url } } },
  },
  http: {
    check: (endpoint) => checkHttpEndpoint(endpoint as HttpEndpoint),
    serverAddress: 'http',
    upstreamKey: ({ method, url }) => `${method} ${url}`,
    hasQuery: true,
    at: (url, manifest, elsewhere) =>
      elsewhere === null
        ? { manifest: withEndpoint(manifest, { url }), server: null }
        : { manifest, server: { ...elsewhere, http: { url } } },
  },
  // Spoken over HTTP.
  'json-rpc': {
    check: (endpoint, inputSchema) => checkJsonRpcEndpoint(endpoint as JsonRpcEndpoint, inputSchema),
    serverAddress: 'http',
    upstreamKey: byTool,
    hasQuery: true,
    at: (url, manifest, elsewhere) => ({
      manifest: withEndpoint(manifest, { url }),
      server: elsewhere && { ...elsewhere, http: { url } },
    }),
  },
  grpc: {
    check: (endpoint) => checkGrpcEndpoint(endpoint as GrpcEndpoint),
    serverAddress: 'grpc',
    upstreamKey: ({ service, method }) => `${service}/${method}`,
    hasQuery: false,
    at: (url, manifest, elsewhere) => {
      if (grpcTarget(url) === undefined) return null;
      return elsewhere === null
        ? { manifest: withEndpoint(manifest, { address: url }), server: null }
        : { manifest, server: { ...elsewhere, grpc: { address: url } } };
    },
  },
  composite: local,
  sandbox: local,
};
