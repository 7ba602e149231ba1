import { type Clock, type Deadline, type Failure, fail, pausing, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { listMethods } from './grpc/list-methods.js';
import { listOperations } from './openapi/list-operations.js';
import type { GrpcReflection, OpenApiReader, ToolSource, UpstreamListing } from './upstream.js';

/**
 * Lists the offer of any registered server: an MCP server's tools, the operations of an HTTP API's document, the
 * methods of a gRPC server's services.
 */
export class ToolSources implements ToolSource {
  constructor(
    private readonly mcp: ToolSource,
    private readonly documents: OpenApiReader,
    private readonly reflection: GrpcReflection,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  async list(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>> {
    const { http, grpc } = server;
    if (grpc !== null) return this.#describe(server, deadline);
    if (http === null) return this.mcp.list(server, deadline);
    if (http.openapi === undefined) {
      const name = `${server.namespace}/${server.name}`;
      return fail(
        'conflict',
        `The OpenAPI document of "${name}" was uploaded and has no URL to read it from: import it again.`,
      );
    }
    const read = await this.documents.read({ url: http.openapi }, deadline);
    return read.ok ? listOperations(read.value, pausing(this.clock), http.url) : read;
  }

  async #describe(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>> {
    if (server.grpc?.reflection === false) {
      return fail(
        'conflict',
        `The descriptor set of "${server.namespace}/${server.name}" was uploaded, and the server does not support reflection: import it again.`,
      );
    }
    const described = await this.reflection.describe(server, deadline);
    return described.ok ? listMethods(described.value, pausing(this.clock)) : described;
  }
}
