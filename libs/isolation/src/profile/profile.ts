/** A folder outside the sandbox that the command may use, at its own path. */
export interface FolderAccess {
  readonly path: string;
  readonly mode: 'ro' | 'rw';
}

/**
 * What the network of a sandbox reaches. `none`: nothing but its own loopback interface and `hosts`. `egress`: public
 * addresses, or only those that `hosts` names, and what `hosts` names beyond them. `open`: the machine's own network.
 */
export const networks = ['none', 'egress', 'open'] as const;
export type Network = (typeof networks)[number];

/** What an isolated command may reach and use. */
export interface IsolationProfile {
  readonly network: Network;
  /**
   * `host`, `host:port`, `*.domain`, an address or a network such as `10.1.0.0/16`. An entry with a port also works for
   * programs that ignore HTTP proxies, such as database drivers. Entries for public hosts restrict `egress` to them.
   */
  readonly hosts: readonly string[];
  readonly folders: readonly FolderAccess[];
  readonly memoryMb: number;
  /** Processes and threads together. */
  readonly processes: number;
  /** CPU time in cores; may be a fraction. */
  readonly cpus: number;
}

export const defaultProfile: IsolationProfile = Object.freeze({
  network: 'egress',
  hosts: Object.freeze([]),
  folders: Object.freeze([]),
  memoryMb: 2_048,
  processes: 256,
  cpus: 2,
});
