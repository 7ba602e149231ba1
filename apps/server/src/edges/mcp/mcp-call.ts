import type { CallEvents, ClientRequests, ToolProgress } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { TraceContext } from '../trace-id.js';
import type { ToolGroup } from './tool-groups.js';

/** What a call of one of the gateway's own tools runs in. */
export interface McpCall extends TraceContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** The id of the tool call made in it, where that may go on as a task under it. */
  readonly id?: string;
  /** What the calling client can be asked meanwhile. */
  readonly client?: ClientRequests;
  /** Tells a client that asked for it how far the call is. */
  readonly progress?: (progress: ToolProgress) => void;
  /** Groups of tools that there are, and that this session does not list. */
  readonly unlisted?: readonly ToolGroup[];
  /** Receives the call's progress, if the client requested it. */
  readonly events?: CallEvents;
}
