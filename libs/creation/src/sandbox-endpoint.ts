import type { HostAccess, HostFunction, ToolTemplate } from '@assay/contracts';
import type { PinnedModule } from './dependencies.js';

/** The endpoint of a manifest whose protocol is `sandbox`. */
export interface SandboxEndpoint {
  readonly code: string;
  readonly tier: number;
  readonly language?: ToolTemplate['language'];
  readonly functions?: readonly HostFunction[];
  readonly access?: HostAccess;
  readonly dependencies?: readonly PinnedModule[];
  readonly limits?: { readonly cpuMs?: number; readonly memoryMb?: number; readonly timeoutMs?: number };
}
