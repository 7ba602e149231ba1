import type { Definition } from './definition.js';

/** When a server's tools were last looked at. Times in ms since the epoch. */
export interface Look {
  readonly serverId: string;
  readonly organisationId: string;
  /** When the list that was last compared was asked for. */
  readonly lookedAt: number;
  readonly dueAt: number;
  /** Looks in a row that got no list. */
  readonly failures: number;
  /** Why the last one got none. */
  readonly problem: string | null;
}

/** What looking at upstreams leaves behind: when it happened, and the definitions that were seen. */
export interface DefinitionCheckStore {
  look(serverId: string): Promise<Look | undefined>;
  /** Every server's. */
  looks(): Promise<readonly Look[]>;
  /** Keeps the later of two looks at one server; one at a server that is gone is forgotten. */
  keepLook(look: Look): Promise<void>;
  /** Keeps definitions by their digest; one that is there stays. */
  keepDefinitions(
    definitions: ReadonlyMap<string, Definition>,
    seen: { readonly organisationId: string; readonly at: number },
  ): Promise<void>;
  /** Those of these digests that were kept. */
  definitions(digests: readonly string[]): Promise<ReadonlyMap<string, Definition>>;
}
