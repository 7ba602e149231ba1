import type { VerificationCheck } from '@assay/contracts';
import type { Deadline } from '@assay/kernel';
import type { ExampleTarget, ToolVersion } from '@assay/registry';

/** Runs the examples of a version through the gateway's stages. */
export interface ExampleRuns {
  /** Where they can be run; null when they cannot. */
  target(version: ToolVersion): ExampleTarget | null;
  run(version: ToolVersion, target: ExampleTarget, deadline: Deadline): Promise<VerificationCheck[]>;
}
