import type { GrpcEndpoint, HttpEndpoint, JsonRpcEndpoint, Manifest } from '@assay/contracts';
import type { Deadline, Failure, Result } from '@assay/kernel';
import type { MethodContract, Server } from '@assay/registry';
import type { DescribedServer } from './grpc/described-server.js';
import type { OpenApiDocument } from './openapi/document.js';

/** How one method is called. */
export type GrpcCall = GrpcEndpoint;
export type JsonRpcCall = JsonRpcEndpoint;

/** A tool as its upstream describes it: an MCP tool, an operation of an HTTP API, or a method of a gRPC service. */
export interface UpstreamTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** How an operation is called; MCP tools are called by their name. */
  readonly http?: Omit<HttpEndpoint, 'server'>;
  /** How a method is called, and what its types are. */
  readonly grpc?: Pick<GrpcEndpoint, 'service' | 'method' | 'descriptorSet'> & { readonly contract: MethodContract };
  readonly auth?: Manifest['auth'];
  /** The upstream's own tags, converted. */
  readonly capabilities?: readonly string[];
  /** Lost parts, and those that need a person's review. */
  readonly notes?: readonly string[];
}

export interface UpstreamListing {
  /** The upstream's own name and version. */
  readonly name: string;
  readonly version: string;
  readonly tools: readonly UpstreamTool[];
  /** Upstream entries that cannot become a tool, with the reason: a sentence each. */
  readonly leftOut?: readonly string[];
}

/** Reads the reflection data of gRPC servers. */
export interface GrpcReflection {
  /** The services a server offers and the files that define them, by server reflection. */
  describe(server: Server, deadline: Deadline): Promise<Result<DescribedServer, Failure>>;
}

/** Reads OpenAPI documents: fetches, parses and validates them. */
export interface OpenApiReader {
  /** The document at an address, or an uploaded one as an object or as JSON or YAML text. */
  read(
    source: { readonly url: string } | { readonly document: unknown },
    deadline: Deadline,
  ): Promise<Result<OpenApiDocument, Failure>>;
}

/** Reads a server's offer, on a separate connection that is closed afterwards. */
export interface ToolSource {
  list(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>>;
}
