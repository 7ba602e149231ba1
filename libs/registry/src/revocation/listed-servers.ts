import type { RevocationTarget } from './target.js';

/**
 * The servers of the registry list, published here or mirrored. A revocation covers them by their names, whether or not
 * their namespaces or tools are known here.
 */
export interface ListedServers {
  /**
   * Whether the target names a server there is: any of a namespace, or one by its name. A range that is none (a server's
   * version may be any text) names the one version that is written like that, if there is one.
   */
  has(target: RevocationTarget): Promise<boolean>;
  /** Makes those that a revocation names show it, or show it no more. */
  show(target: RevocationTarget): Promise<void>;
}
