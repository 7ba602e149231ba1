/** A node of the taxonomy: what a tool can do. Never deleted, so that tags in manifests keep their meaning. */
export interface Capability {
  readonly id: string;
  /** Who brought it in; the installation's own for the first set. */
  readonly organisationId: string;
  /** `data.query.sql`; unique and immutable. Dots suggest a place in the tree, `parent` determines it. */
  readonly tag: string;
  /** Tag of the node above; null for a root. */
  readonly parent: string | null;
  readonly label: string;
  readonly description: string;
  /** Words and phrases that people use for it, in lower case. */
  readonly aliases: readonly string[];
  /** Set when it was merged into another capability: its tag keeps working and refers to that one. */
  readonly mergedInto: string | null;
  /** Still valid, but no longer suggested. */
  readonly deprecated: boolean;
  /** The edition of the seed set that wrote it; null when it was added by a person. */
  readonly seedVersion: number | null;
  /** The last manual edit, in ms since the epoch; a newer seed set does not overwrite it. */
  readonly editedAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** A node as defined by the seed set. */
export type SeedCapability = Pick<Capability, 'tag' | 'parent' | 'label' | 'description' | 'aliases' | 'mergedInto'>;

export interface Seeding {
  readonly organisationId: string;
  readonly version: number;
  /** Parents come before their children. Each has an id to use if it is new. */
  readonly capabilities: readonly (SeedCapability & { readonly id: string })[];
  readonly at: number;
}

export type CapabilityPatch = Partial<Pick<Capability, 'label' | 'description' | 'aliases' | 'parent' | 'deprecated'>>;

/** The taxonomy's rows. The change feed reports every change as kind `capability`. */
export interface CapabilityStore {
  /** Adds missing nodes and updates unedited nodes of an older edition. Idempotent. */
  seed(seeding: Seeding): Promise<void>;
  /** `taken` when the tag already exists. */
  add(capability: Capability): Promise<'added' | 'taken'>;
  /** False when there is no such tag, when it has been merged, or when it would become its own descendant. */
  change(tag: string, patch: CapabilityPatch, at: number): Promise<boolean>;
  /**
   * One transaction: `tag` and its aliases refer to `into` from now on; its children move there. False when either is
   * missing or merged, or when `into` is a descendant of `tag`.
   */
  merge(tag: string, into: string, at: number): Promise<boolean>;
}
