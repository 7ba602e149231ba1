import type { Manifest } from '@assay/contracts';
import type { JsonSchema } from '../catalog/json-schema.js';
import type { Failure } from '../kernel/failure.js';
import type { Result } from '../kernel/result.js';

/** What reading a composition needs to know of a tool. */
export interface KnownTool {
  /** `ns/tool`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly annotations: Manifest['annotations'];
}

/** The tool a step names, at the version a call of this caller would go to; the failure a call would end with. */
export type FindTool = (reference: string) => Result<KnownTool, Failure>;
