import type { Manifest } from '@assay/contracts';
import type { Failure, Result } from '@assay/kernel';

/** What reading and checking a composition needs to know of a tool. */
export interface KnownTool {
  readonly manifest: Manifest;
  /** How deep compositions nest in it: 0 of a tool that is none. */
  readonly nesting: number;
  /** How many calls it may come to, its own and those of the compositions in it; 1 when it is not said. */
  readonly calls?: number;
}

/** The tool a step names, at the version a call of this caller would go to; the failure a call would end with. */
export type FindTool = (reference: string) => Result<KnownTool, Failure>;
