/** How memory, processes and CPU of a sandbox are limited on this machine. */
export type LimitsKind = 'cgroup-v2' | 'cgroup-v1' | 'user-and-watchdog' | 'watchdog';

/** What this machine can do, found by doing it. */
export interface IsolationSupport {
  readonly kind: 'bubblewrap' | 'none';
  readonly limits: LimitsKind;
  /**
   * How programs reach the network in `egress`. `any-address`: by names and addresses, whatever protocol over TCP, at the
   * ports of common services. `proxy`: by an HTTP proxy, and to hosts that the profile names with a port.
   */
  readonly network: 'any-address' | 'proxy';
  /** bubblewrap can prevent user namespaces inside a sandbox. */
  readonly disablesNamespaces: boolean;
  /** The kernel filters the system calls of a sandbox's processes. */
  readonly filtersCalls: boolean;
  /** bubblewrap can bound temporary folders. */
  readonly sizesTmpfs: boolean;
  /** Why `kind` is `none`, or limits are weaker than they could be: a sentence for the operator. */
  readonly reason?: string;
  /** The program's version, such as `0.8.0`. */
  readonly version?: string;
}
