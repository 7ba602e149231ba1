import { splitName } from '@assay/kernel';
import type { Alias } from './records.js';

/**
 * Former names, in memory, updated by the change feed. Each points at the current name, regardless of the number of
 * renames since, so that a look-up takes at most two steps: the namespace's, then the tool's.
 */
export class Aliases {
  readonly #namespaces = new AliasTable();
  readonly #tools = new AliasTable();

  /** The current name of a namespace; unchanged when the name is no alias. */
  namespace = (name: string): string => this.#namespaces.targetOf(name) ?? name;

  /** The current name of a tool (`ns/tool`). */
  tool(name: string): string {
    const direct = this.#tools.targetOf(name);
    if (direct !== undefined) return direct;
    const moved = this.server(name);
    return moved === name ? name : (this.#tools.targetOf(moved) ?? moved);
  }

  /** The current name of a server (`ns/server`): servers move with their namespace only. */
  server(name: string): string {
    const [namespace, local] = splitName(name);
    const target = this.#namespaces.targetOf(namespace);
    return target === undefined ? name : `${target}/${local}`;
  }

  isAlias = (name: string): boolean =>
    this.#namespaces.targetOf(name) !== undefined || this.#tools.targetOf(name) !== undefined;

  /** Former names of a namespace, sorted. */
  ofNamespace = (present: string): readonly string[] => this.#namespaces.of(present);

  /** A tool's own former names, without those through its namespace; sorted. */
  ofTool = (present: string): readonly string[] => this.#tools.of(present);

  apply(kind: 'namespace-alias' | 'tool-alias', id: string, state: Alias | null): void {
    (kind === 'namespace-alias' ? this.#namespaces : this.#tools).apply(id, state);
  }
}

/** Former names of one kind of object. */
class AliasTable {
  readonly #aliases = new Map<string, Alias>();
  readonly #targets = new Map<string, string>();
  readonly #former = new Map<string, readonly string[]>();

  targetOf = (name: string): string | undefined => this.#targets.get(name);
  of = (present: string): readonly string[] => this.#former.get(present) ?? [];

  apply(id: string, state: Alias | null): void {
    const before = this.#aliases.get(id);
    if (before !== undefined) {
      this.#aliases.delete(id);
      this.#targets.delete(before.name);
      this.#former.set(
        before.target,
        this.of(before.target).filter((name) => name !== before.name),
      );
    }
    if (state === null) return;
    this.#aliases.set(id, state);
    this.#targets.set(state.name, state.target);
    this.#former.set(state.target, [...this.of(state.target), state.name].sort());
  }
}
