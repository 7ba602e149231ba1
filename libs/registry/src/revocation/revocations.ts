import type { Revocation } from './revocation.js';
import { versionsCovered } from './versions-covered.js';

/** What of a version decides whether it is covered. */
export interface Coverable {
  readonly namespace: string;
  readonly tool: string;
  readonly versionKey: string;
}

interface InForce {
  readonly revocation: Revocation;
  readonly covers: (versionKey: string) => boolean;
}

/** All past and present revocations, in memory, updated by the change feed. */
export class Revocations {
  /** Increases with every change, so that derived data can detect that it is out of date. Only this class sets it. */
  epoch = 0;
  readonly #all = new Map<string, Revocation>();
  readonly #byCause = new Map<string, string>();
  /** Those in force by target (`ns/tool` or `ns/*`), oldest first. */
  readonly #inForce = new Map<string, readonly InForce[]>();
  readonly #listeners = new Set<(revocation: Revocation) => void>();

  get = (id: string): Revocation | undefined => this.#all.get(id);
  all = (): Iterable<Revocation> => this.#all.values();

  /** The revocation that covers a version of `ns/tool`, by its number without build metadata; the widest first. */
  covering(toolId: string, versionKey: string): Revocation | undefined {
    if (this.#inForce.size === 0) return undefined;
    const namespace = toolId.slice(0, toolId.indexOf('/'));
    const found =
      this.#inForce.get(`${namespace}/*`)?.[0] ?? this.#inForce.get(toolId)?.find((it) => it.covers(versionKey));
    return found?.revocation;
  }

  /** Same as `covering`, for a version object. */
  of = ({ namespace, tool, versionKey }: Coverable): Revocation | undefined =>
    this.covering(`${namespace}/${tool}`, versionKey);

  /** The revocation of a cause, in force or lifted. */
  causedBy(cause: string): Revocation | undefined {
    const id = this.#byCause.get(cause);
    return id === undefined ? undefined : this.#all.get(id);
  }

  /** Those in force for exactly this tool, or for exactly this whole namespace when `tool` is null. */
  naming(namespace: string, tool: string | null): Revocation[] {
    return (this.#inForce.get(`${namespace}/${tool ?? '*'}`) ?? []).map((it) => it.revocation);
  }

  /** Calls `hear` whenever a revocation starts, is lifted or moves; returns the function that unsubscribes. */
  listen(hear: (revocation: Revocation) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  apply(id: string, state: Revocation | null): void {
    this.epoch += 1;
    const former = this.#all.get(id);
    if (former !== undefined) this.#withdraw(former);
    this.#all.delete(id);
    if (state !== null) {
      this.#all.set(id, state);
      if (state.cause !== null) this.#byCause.set(state.cause, id);
      this.#enforce(state);
    }
    if (effectOf(former) === effectOf(state)) return;
    for (const hear of this.#listeners) hear((state ?? former) as Revocation);
  }

  #enforce(revocation: Revocation): void {
    if (revocation.lifted !== null) return;
    const beside = this.#inForce.get(nameIn(revocation)) ?? [];
    this.#inForce.set(
      nameIn(revocation),
      [...beside, { revocation, covers: versionsCovered(revocation.range) }].sort(oldestFirst),
    );
  }

  #withdraw(revocation: Revocation): void {
    const left = this.#inForce.get(nameIn(revocation))?.filter((it) => it.revocation.id !== revocation.id) ?? [];
    if (left.length > 0) this.#inForce.set(nameIn(revocation), left);
    else this.#inForce.delete(nameIn(revocation));
  }
}

const nameIn = ({ namespace, tool }: Revocation): string => `${namespace}/${tool ?? '*'}`;

const effectOf = (it: Revocation | null | undefined): string | null =>
  it === null || it === undefined || it.lifted !== null ? null : `${nameIn(it)}@${it.range ?? ''}`;

const oldestFirst = (a: InForce, b: InForce): number =>
  a.revocation.createdAt - b.revocation.createdAt || (a.revocation.id < b.revocation.id ? -1 : 1);
