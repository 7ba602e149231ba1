import type { Provenance } from '@assay/contracts';
import type { ToolContent } from '@assay/kernel';
import type { Pause } from './pause.js';

export interface UpstreamAnswer extends ToolContent {
  /** Which upstream answered, for provenance: `mcp:ns/server`. */
  readonly source: string;
  /** Of a command: what it could reach; `off` or `none` when it ran without isolation. */
  readonly isolation?: Provenance['isolation'];
  /** Warnings for the caller beside the result. */
  readonly warnings?: readonly string[];
  /** There is no answer yet: the tool waits for a person, and the call ends for now. */
  readonly pause?: Pause;
}
