import type { Constraints } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';

/** Finds tools by capability, in memory. Discovery implements it. */
export interface CapabilitySearch {
  /** Why nothing can be searched for with this capability and these constraints; undefined when it can. */
  problem(capability: string, constraints: Constraints): Failure | undefined;
  /** Versions that the caller may call and that meet the constraints, best first. */
  best(capabilities: readonly string[], constraints: Constraints, caller: Caller): readonly ToolVersion[];
  /** Whether one version, chosen by name, meets constraints that were stated. */
  meets(version: ToolVersion, constraints: Constraints, caller: Caller): boolean;
}
