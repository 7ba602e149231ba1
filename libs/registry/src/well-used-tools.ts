import { type Directory, publicToken } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import { skeletonOf, wellUsedCalls } from './look-alike.js';
import { versionAudience } from './tool-audience.js';

/** Well-used tools of other organisations. */
export interface KnownTools {
  /** `ns/tool` of the tool with this name: `ns/tool`, or a local name that only one of them has. */
  named(name: string): string | undefined;
  /** The tool whose title looks like this. */
  titled(skeleton: string): { readonly id: string; readonly title: string } | undefined;
  /** Whether it is a namespace of one of them. */
  isNamespace(name: string): boolean;
}

interface Known {
  readonly id: string;
  readonly organisationId: string;
  readonly title: string;
}

interface Indexes {
  readonly at: number;
  readonly names: ReadonlyMap<string, readonly Known[]>;
  readonly titles: ReadonlyMap<string, readonly Known[]>;
  readonly namespaces: ReadonlyMap<string, string>;
}

/** The computation reads every tool, and the set of well-used tools changes slowly. */
const keepMs = 60_000;
/** Shorter titles and names are too generic. */
const minTitle = 8;

/** Public tools with many users: those worth impersonating. */
export class WellUsedTools {
  readonly #ports: { readonly catalogue: Catalogue; readonly directory: Directory; readonly clock: Pick<Clock, 'now'> };
  #indexes: Indexes | undefined;

  constructor(ports: {
    readonly catalogue: Catalogue;
    readonly directory: Directory;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.#ports = ports;
  }

  /** Those of other organisations. */
  forOthers(organisationId: string | undefined): KnownTools {
    const { names, titles, namespaces } = this.#current();
    const only = (found: readonly Known[] = []): Known | undefined => {
      const foreign = found.filter((it) => it.organisationId !== organisationId);
      return foreign.length === found.length && foreign.length === 1 ? foreign[0] : undefined;
    };
    return {
      named: (name) => only(names.get(name.toLowerCase()))?.id,
      titled: (skeleton) => only(titles.get(skeleton)),
      isNamespace: (name) => namespaces.has(name) && namespaces.get(name) !== organisationId,
    };
  }

  #current(): Indexes {
    const now = this.#ports.clock.now();
    if (this.#indexes === undefined || now - this.#indexes.at >= keepMs) this.#indexes = this.#work(now);
    return this.#indexes;
  }

  #work(at: number): Indexes {
    const names = new Map<string, Known[]>();
    const titles = new Map<string, Known[]>();
    const namespaces = new Map<string, string>();
    const add = (map: Map<string, Known[]>, key: string, known: Known) => {
      const there = map.get(key);
      if (there === undefined) map.set(key, [known]);
      else there.push(known);
    };
    for (const { id, namespace, organisationId, versions } of this.#ports.catalogue.tools()) {
      const uses = versions.reduce((sum, it) => sum + it.usageCount, 0);
      const [newest] = versions;
      if (uses < wellUsedCalls || newest === undefined) continue;
      if (!versions.some((it) => versionAudience(it, this.#ports.directory).includes(publicToken))) continue;
      const known = { id, organisationId, title: newest.manifest.title ?? '' };
      add(names, id.toLowerCase(), known);
      add(names, newest.tool.toLowerCase(), known);
      if (known.title.length >= minTitle) add(titles, skeletonOf(known.title), known);
      namespaces.set(namespace, organisationId);
    }
    return { at, names, titles, namespaces };
  }
}
