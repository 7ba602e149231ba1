import type { RegistryServer, ServerVersion } from './registry-server.js';

/** A place in the order of names and versions, both compared byte by byte. */
export interface ServerPosition {
  readonly name: string;
  readonly version: string;
}

export interface ServerQuery {
  readonly after?: ServerPosition;
  readonly limit: number;
  /** Part of the name, in either case. */
  readonly search?: string;
  /** Only what has changed later than this, in milliseconds since the epoch. */
  readonly updatedSince?: number;
  /** `latest`, or one version exactly. A list of latest versions goes on after the name of `after`. */
  readonly version?: string;
  /** Deleted and revoked ones too. */
  readonly includeDeleted: boolean;
  /** Id of a mirror. */
  readonly origin?: string;
  /** Only what shows a revocation. */
  readonly revoked?: true;
}

/** What there is before a change, read while no other writer is at work. */
export interface ServerSituation {
  /** Later than every `updatedAt` so far: the time of this change. */
  readonly at: number;
  /** Every version of the names asked for, by name. */
  readonly versions: ReadonlyMap<string, readonly ServerVersion[]>;
  /**
   * Names of the servers published here that use an address, by address; of those asked for and of the versions
   * above. Deleted versions use none.
   */
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/** New values for a version that is there; the document of what was published here stays. */
export type ServerUpdate = Pick<RegistryServer, 'id'> &
  Partial<
    Omit<RegistryServer, 'id' | 'organisationId' | 'name' | 'version' | 'origin'> // what identifies it
  >;

export interface ServerChange<T> {
  readonly insert?: readonly RegistryServer[];
  readonly update?: readonly ServerUpdate[];
  readonly result: T;
}

export interface ServerChanged<T> {
  readonly result: T;
  /** What was inserted and updated as it is now, newest publication first. */
  readonly written: readonly RegistryServer[];
}

/** The versions of servers in the official MCP Registry API. */
export interface RegistryServerStore {
  /**
   * Runs `decide` alone among all writers of all replicas on what there is, and writes what it answers in the same
   * transaction; what it throws changes nothing. Since writers take turns, `at` grows with every change in the order in
   * which changes become visible: nobody who asks for what is newer than the newest seen misses one.
   */
  change<T>(
    about: { readonly names: readonly string[]; readonly remoteUrls?: readonly string[] },
    decide: (situation: ServerSituation) => ServerChange<T>,
  ): Promise<ServerChanged<T>>;
  /** In the order of names and versions. */
  list(query: ServerQuery): Promise<readonly RegistryServer[]>;
  /** Every version of a name, newest publication first. */
  versions(name: string): Promise<readonly RegistryServer[]>;
  /** One version, or the latest for `latest`. */
  find(name: string, version: string): Promise<RegistryServer | undefined>;
  /** How many versions came from a mirror, deleted ones left out. */
  countFrom(origin: string): Promise<number>;
}
