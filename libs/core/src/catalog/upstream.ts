import type { Deadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import type { Result } from '../kernel/result.js';
import type { Server } from './records.js';

/** A tool as its upstream describes it. */
export interface UpstreamTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

export interface UpstreamListing {
  /** The upstream's own name and version. */
  readonly name: string;
  readonly version: string;
  readonly tools: readonly UpstreamTool[];
}

/** Reads what a server offers, on a connection of its own that is closed afterwards. */
export interface ToolSource {
  list(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>>;
}
