import type { Definition } from './definition.js';

/** The last check of a server's tools. Times in ms since the epoch. */
export interface Look {
  readonly serverId: string;
  readonly organisationId: string;
  /** When the last compared list was requested. */
  readonly lookedAt: number;
  readonly dueAt: number;
  /** Consecutive checks without a list. */
  readonly failures: number;
  /** Why the last one got none. */
  readonly problem: string | null;
}

/** The stored results of checks: their time, and the definitions that were seen. */
export interface DefinitionCheckStore {
  look(serverId: string): Promise<Look | undefined>;
  /** Every server's. */
  looks(): Promise<readonly Look[]>;
  /** Keeps the later of two checks of one server; one of a deleted server is dropped. */
  keepLook(look: Look): Promise<void>;
  /** Stores definitions by digest; existing ones stay unchanged. */
  keepDefinitions(
    definitions: ReadonlyMap<string, Definition>,
    seen: { readonly organisationId: string; readonly at: number },
  ): Promise<void>;
  /** The stored definitions among these digests. */
  definitions(digests: readonly string[]): Promise<ReadonlyMap<string, Definition>>;
}
