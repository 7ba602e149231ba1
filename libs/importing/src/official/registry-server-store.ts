import type { RegistryServer, ServerVersion } from './registry-server.js';

/** A position in the order of names and versions, both compared bytewise. */
export interface ServerPosition {
  readonly name: string;
  readonly version: string;
}

export interface ServerQuery {
  readonly after?: ServerPosition;
  readonly limit: number;
  /** Part of the name, case-insensitive. */
  readonly search?: string;
  /** Only what has changed later than this, in milliseconds since the epoch. */
  readonly updatedSince?: number;
  /** `latest`, or one exact version. A list of latest versions continues after the name of `after`. */
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
  /** Every version of the requested names, by name. */
  readonly versions: ReadonlyMap<string, readonly ServerVersion[]>;
  /**
   * Names of the servers published here that use an address, by address; for the requested addresses and those of the
   * versions above. Deleted versions use none.
   */
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/** New values for an existing version; the document of a locally published one never changes. */
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
  /** The inserted and updated versions in their current state, newest publication first. */
  readonly written: readonly RegistryServer[];
}

/** The versions of servers in the official MCP Registry API. */
export interface RegistryServerStore {
  /**
   * Runs `decide` on the current state, exclusively among all writers of all replicas, and writes its result in the
   * same transaction; a thrown error changes nothing. Because writers are serialised, `at` increases in the order in
   * which changes become visible: a client who requests everything newer than the newest it has seen misses nothing.
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
  /** The number of versions from a mirror, without deleted ones. */
  countFrom(origin: string): Promise<number>;
}
