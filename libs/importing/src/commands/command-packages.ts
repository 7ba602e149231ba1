import type { Failure, Result } from '@assay/kernel';
import type { PinnedPackages, Server } from '@assay/registry';

/** Fetches the packages of commands such as `npx -y name`. Never part of a call. */
export interface CommandPackages {
  /**
   * Fetches the pinned packages, or those the command names now, and returns the pins. Null for a command without
   * packages. Packages already present are not fetched again.
   */
  fetch(
    server: Pick<Server, 'namespace' | 'name' | 'mcp' | 'isolation' | 'packages'>,
  ): Promise<Result<PinnedPackages | null, Failure>>;
}
