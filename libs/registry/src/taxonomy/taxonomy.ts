import type { Change } from '@assay/kernel';
import type { Capability } from './capability.js';
import { type CapabilityTree, dottedPath } from './capability-tree.js';
import { phraseOf } from './phrases.js';

/** Maximum cached paths of tags outside the taxonomy. */
const pathsCap = 20_000;
/** A chain of merges or parents longer than this is a circle. */
const longest = 32;

/** Data derived from the current nodes. */
interface View {
  readonly children: ReadonlyMap<string | null, readonly Capability[]>;
  /** Tag by alias and label; null where several capabilities share one. */
  readonly tags: ReadonlyMap<string, string | null>;
  readonly paths: Map<string, readonly string[]>;
}

/**
 * The tree of capabilities in memory, updated by the change feed. When empty, it is the tree implied by the dots of
 * tags.
 */
export class Taxonomy implements CapabilityTree {
  readonly #byId = new Map<string, Capability>();
  readonly #byTag = new Map<string, Capability>();
  #epoch = 0;
  #view: View | undefined;

  get epoch(): number {
    return this.#epoch;
  }

  apply({ id, state }: Pick<Change<'capability', Capability>, 'id' | 'state'>): void {
    const former = this.#byId.get(id);
    if (former !== undefined && this.#byTag.get(former.tag) === former) this.#byTag.delete(former.tag);
    this.#byId.delete(id);
    if (state !== null) {
      this.#byId.set(id, state);
      this.#byTag.set(state.tag, state);
    }
    this.#epoch += 1;
    this.#view = undefined;
  }

  /** The node of exactly this tag, merged or not. */
  row = (tag: string): Capability | undefined => this.#byTag.get(tag);

  /** The node a tag refers to: its own, the one it was merged into, or the only one that has it as an alias. */
  node(tag: string): Capability | undefined {
    const own = this.#byTag.get(tag) ?? this.#aliased(tag);
    return own && this.#merged(own);
  }

  /** The canonical tag for this one: itself when the taxonomy does not contain it. */
  canonical = (tag: string): string => this.node(tag)?.tag ?? tag;

  /** Nodes directly below a tag, or the roots for null, by tag; merged ones are omitted. */
  children = (tag: string | null): readonly Capability[] => this.#derived().children.get(tag) ?? [];

  /** Tags merged into this one, sorted. */
  mergedInto = (tag: string): string[] =>
    [...this.#byTag.values()]
      .filter((it) => it.mergedInto !== null && this.#merged(it).tag === tag)
      .map((it) => it.tag)
      .sort();

  /** Every unmerged node, parents before children, each level by tag. */
  nodes(below: string | null = null, depth = 0): Capability[] {
    if (depth > longest) return [];
    return this.children(below).flatMap((node) => [node, ...this.nodes(node.tag, depth + 1)]);
  }

  /** A tag outside the taxonomy is placed at its longest known prefix. */
  path(tag: string): readonly string[] {
    const { paths } = this.#derived();
    const known = paths.get(tag);
    if (known !== undefined) return known;
    const path = this.#pathOf(tag);
    if (paths.size >= pathsCap) paths.clear();
    paths.set(tag, path);
    return path;
  }

  #pathOf(tag: string): readonly string[] {
    const node = this.node(tag);
    if (node !== undefined) return this.#above(node);
    const dotted = dottedPath(tag);
    for (let at = dotted.length - 2; at >= 0; at -= 1) {
      const known = this.node(dotted[at] as string);
      if (known !== undefined) return [...this.#above(known), ...dotted.slice(at + 1)];
    }
    return dotted;
  }

  #above(node: Capability): string[] {
    const path = [node.tag];
    for (let next = node; next.parent !== null && path.length < longest; ) {
      const parent = this.node(next.parent);
      if (parent === undefined || path.includes(parent.tag)) break;
      path.unshift(parent.tag);
      next = parent;
    }
    return path;
  }

  #merged(node: Capability): Capability {
    let found = node;
    for (let hops = 0; found.mergedInto !== null && hops < longest; hops += 1) {
      const next = this.#byTag.get(found.mergedInto);
      if (next === undefined) break;
      found = next;
    }
    return found;
  }

  #aliased(tag: string): Capability | undefined {
    const meant = this.#derived().tags.get(phraseOf(tag));
    return meant == null ? undefined : this.#byTag.get(meant);
  }

  #derived(): View {
    this.#view ??= derive([...this.#byTag.values()]);
    return this.#view;
  }
}

function derive(nodes: readonly Capability[]): View {
  const children = new Map<string | null, Capability[]>();
  const tags = new Map<string, string | null>();
  const living = nodes.filter(({ mergedInto }) => mergedInto === null);
  for (const node of living.sort((a, b) => (a.tag < b.tag ? -1 : 1))) {
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    for (const phrase of new Set([node.label, ...node.aliases].map(phraseOf))) {
      const other = tags.get(phrase);
      tags.set(phrase, other === undefined || other === node.tag ? node.tag : null);
    }
  }
  return { children, tags, paths: new Map() };
}
