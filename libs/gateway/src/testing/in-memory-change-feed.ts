import type { EmbeddingChange, LearningChange, RuleChange } from '@assay/discovery';
import type { IdentityChange, InboxChange, SessionChange } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import type { CatalogueChange, LatencyChange, ToolsetChange } from '@assay/registry';
import type { ConnectionChange } from '@assay/vault';
import type { HierarchyChange } from '../hierarchies/hierarchy.js';
import type { LimitChange } from '../policy/limit-rules.js';
import type { PolicyChange } from '../policy/policy.js';

export type StoreChange =
  | IdentityChange
  | LatencyChange
  | CatalogueChange
  | ConnectionChange
  | EmbeddingChange
  | HierarchyChange
  | InboxChange
  | LearningChange
  | LimitChange
  | PolicyChange
  | RuleChange
  | SessionChange
  | ToolsetChange;
type Kind = StoreChange['kind'];
type Apply = (changes: readonly StoreChange[]) => void | Promise<void>;

/** What the in-memory stores hold, as the change feed of a database would tell it. Stores share one. */
export class InMemoryChangeFeed implements ChangeFeed<StoreChange> {
  readonly #states = new Map<string, StoreChange>();
  readonly #untold = new Map<string, StoreChange>();
  #apply: Apply | undefined;
  #delivery: Promise<void> = Promise.resolve();
  #confirmedAt = 0;

  constructor(private readonly now: () => number = () => 0) {}

  /** A store's row is now as `state` says. */
  put<K extends Kind>(kind: K, state: NonNullable<Extract<StoreChange, { kind: K }>['state']>): void {
    this.#note({ kind, id: state.id, state } as unknown as StoreChange);
  }

  /** A store's row is gone. */
  remove(kind: Kind, id: string): void {
    this.#note({ kind, id, state: null } as StoreChange);
  }

  async start(apply: Apply): Promise<void> {
    this.#apply = apply;
    this.#untold.clear();
    if (this.#states.size > 0) await apply([...this.#states.values()]);
    this.#confirmedAt = this.now();
  }

  async caughtUp(): Promise<void> {
    await this.#deliver();
    this.#confirmedAt = this.now();
  }

  confirmedAt(): number {
    return this.#confirmedAt;
  }

  sinceConfirmedMs(): number {
    return this.now() - this.#confirmedAt;
  }

  async stop(): Promise<void> {
    this.#apply = undefined;
    await this.#delivery;
  }

  #note(change: StoreChange): void {
    const key = `${change.kind} ${change.id}`;
    if (change.state === null) this.#states.delete(key);
    else this.#states.set(key, change);
    this.#untold.delete(key);
    this.#untold.set(key, change);
    if (this.#apply) void this.#deliver();
  }

  /** One batch after the other; each takes whatever has changed by then. */
  #deliver(): Promise<void> {
    this.#delivery = this.#delivery.then(async () => {
      const changes = [...this.#untold.values()];
      this.#untold.clear();
      if (changes.length > 0) await this.#apply?.(changes);
    });
    return this.#delivery;
  }
}
