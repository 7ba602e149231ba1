import type { Failure, Result } from '@assay/kernel';
import type { PinnedPackages, Server } from '@assay/registry';

/** Fetches the packages that commands such as `npx -y name` consist of. Never part of a call. */
export interface CommandPackages {
  /**
   * Fetches what the record was pinned to, or else what its command names now, and answers the pins. Null for a command
   * that names no package. What is there already is not fetched again.
   */
  fetch(
    server: Pick<Server, 'namespace' | 'name' | 'mcp' | 'isolation' | 'packages'>,
  ): Promise<Result<PinnedPackages | null, Failure>>;
}
