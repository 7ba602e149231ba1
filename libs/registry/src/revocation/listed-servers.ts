import type { RevocationTarget } from './target.js';

/**
 * The servers of the registry list, published here or mirrored. A revocation covers them by name, even if their
 * namespaces or tools are unknown here.
 */
export interface ListedServers {
  /**
   * Whether the target names an existing server: any of a namespace, or one by its name. An invalid range (a server's
   * version may be any text) means the version with exactly that text, if there is one.
   */
  has(target: RevocationTarget): Promise<boolean>;
  /** Marks the servers named by a revocation as revoked, or unmarks them. */
  show(target: RevocationTarget): Promise<void>;
}
