import type { VerificationCheck } from '@assay/contracts';
import type { ToolVersion } from '../catalog/records.js';
import type { Deadline } from '../kernel/deadline.js';
import type { ExampleTarget } from './example-target.js';

/** Runs the examples of a version through the gateway's stages. */
export interface ExampleRuns {
  /** Where they can be run; null when they cannot. */
  target(version: ToolVersion): ExampleTarget | null;
  run(version: ToolVersion, target: ExampleTarget, deadline: Deadline): Promise<VerificationCheck[]>;
}
