/** A node of the taxonomy: what a tool can do. Never deleted, so that tags in manifests keep their meaning. */
export interface Capability {
  readonly id: string;
  /** Who brought it in; the installation's own for the first set. */
  readonly organisationId: string;
  /** `data.query.sql`; unique and unchanging. Dots suggest a place in the tree, `parent` says it. */
  readonly tag: string;
  /** Tag of the node above; null for a root. */
  readonly parent: string | null;
  readonly label: string;
  readonly description: string;
  /** Words and phrases that people use for it, in lower case. */
  readonly aliases: readonly string[];
  /** Set when it means another capability now: its tag keeps working and stands for that one. */
  readonly mergedInto: string | null;
  /** Still understood, no longer suggested. */
  readonly deprecated: boolean;
  /** The edition of the first set that wrote it; null when people did. */
  readonly seedVersion: number | null;
  /** When somebody last changed it, in ms since the epoch; a newer first set leaves it alone then. */
  readonly editedAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** What the first set says of a node. */
export type SeedCapability = Pick<Capability, 'tag' | 'parent' | 'label' | 'description' | 'aliases' | 'mergedInto'>;

export interface Seeding {
  readonly organisationId: string;
  readonly version: number;
  /** Parents stand before their children. Each comes with an id to take when it is new. */
  readonly capabilities: readonly (SeedCapability & { readonly id: string })[];
  readonly at: number;
}

export type CapabilityPatch = Partial<Pick<Capability, 'label' | 'description' | 'aliases' | 'parent' | 'deprecated'>>;

/** The taxonomy's rows. Every change is told by the change feed as kind `capability`. */
export interface CapabilityStore {
  /** Adds what is missing and renews what an older edition wrote and nobody edited. Again, it changes nothing. */
  seed(seeding: Seeding): Promise<void>;
  /** `taken` when the tag is there already. */
  add(capability: Capability): Promise<'added' | 'taken'>;
  /** False when there is no such tag, when it has been merged, or when it would come to lie below itself. */
  change(tag: string, patch: CapabilityPatch, at: number): Promise<boolean>;
  /**
   * One transaction: `tag` stands for `into` from now on, and so do those that stood for it; its children move there. False
   * when either is missing or merged, or when `into` lies below `tag`.
   */
  merge(tag: string, into: string, at: number): Promise<boolean>;
}
