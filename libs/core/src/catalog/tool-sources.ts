import type { Clock } from '../kernel/clock.js';
import type { Deadline } from '../kernel/deadline.js';
import { type Failure, fail } from '../kernel/failure.js';
import { pausing } from '../kernel/pausing.js';
import type { Result } from '../kernel/result.js';
import { listOperations } from './openapi/list-operations.js';
import type { Server } from './records.js';
import type { OpenApiReader, ToolSource, UpstreamListing } from './upstream.js';

/** Lists what any registered server offers: an MCP server its tools, an HTTP API the operations of its document. */
export class ToolSources implements ToolSource {
  constructor(
    private readonly mcp: ToolSource,
    private readonly documents: OpenApiReader,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  async list(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>> {
    const { http } = server;
    if (http === null) return this.mcp.list(server, deadline);
    if (http.openapi === undefined) {
      const name = `${server.namespace}/${server.name}`;
      return fail(
        'conflict',
        `The OpenAPI document of "${name}" was handed in and has no address to read it again: import it anew.`,
      );
    }
    const read = await this.documents.read({ url: http.openapi }, deadline);
    return read.ok ? listOperations(read.value, pausing(this.clock), http.url) : read;
  }
}
