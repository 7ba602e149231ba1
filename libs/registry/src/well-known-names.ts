import { type Directory, publicToken } from '@assay/identity';
import { type Clock, namespaceOf } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import { type KnownName, type LookAlike, LookAlikeIndex } from './look-alike.js';
import { versionAudience } from './tool-audience.js';

export interface WellKnownNamesPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'now'>;
}

/** The set of well-known names changes slowly, and computing it reads every tool. */
const keepMs = 60_000;

interface Indexes {
  readonly at: number;
  readonly namespaces: LookAlikeIndex;
  readonly tools: LookAlikeIndex;
}

/**
 * The names that a new name could be confused with: well-used ones of other organisations. Only public names count, so
 * that a similarity never reveals a hidden one.
 */
export class WellKnownNames {
  readonly #ports: WellKnownNamesPorts;
  #indexes: Indexes | undefined;

  constructor(ports: WellKnownNamesPorts) {
    this.#ports = ports;
  }

  /** Namespaces of other organisations that `name` resembles. */
  namespacesLike(name: string, organisationId: string | null): LookAlike[] {
    return this.#current()
      .namespaces.of(name)
      .filter((it) => this.#ownerOf(it.name) !== organisationId);
  }

  /** Tools of other organisations that `name` (`ns/tool`) resembles. */
  toolsLike(name: string, organisationId: string | null): LookAlike[] {
    return this.#current()
      .tools.of(name)
      .filter((it) => this.#ownerOf(namespaceOf(it.name)) !== organisationId);
  }

  #ownerOf = (namespace: string): string | undefined => this.#ports.directory.namespace(namespace)?.organisationId;

  #current(): Indexes {
    const now = this.#ports.clock.now();
    if (this.#indexes === undefined || now - this.#indexes.at >= keepMs) this.#indexes = this.#work(now);
    return this.#indexes;
  }

  #work(at: number): Indexes {
    const tools: KnownName[] = [];
    const usesOf = new Map<string, number>();
    for (const tool of this.#ports.catalogue.tools()) {
      if (!tool.versions.some((it) => versionAudience(it, this.#ports.directory).includes(publicToken))) continue;
      const uses = tool.versions.reduce((sum, it) => sum + it.usageCount, 0);
      tools.push({ name: tool.id, uses });
      usesOf.set(tool.namespace, (usesOf.get(tool.namespace) ?? 0) + uses);
    }
    const open = [...this.#ports.directory.namespaces()].filter((it) => it.visibility === 'public');
    const namespaces = open.map((it) => ({
      name: it.name,
      uses: usesOf.get(it.name) ?? 0,
      proven: it.proven !== null,
    }));
    return { at, namespaces: new LookAlikeIndex(namespaces), tools: new LookAlikeIndex(tools) };
  }
}

/** The finding about a name for the reviewer, with a pointer to it. */
export const lookAlikeFindings = (path: string, alike: readonly LookAlike[]) =>
  alike.slice(0, 10).map(({ name, reason }) => ({
    path,
    message: reason === 'confusable' ? `looks the same as ${name}` : `is one letter away from ${name}`,
  }));
