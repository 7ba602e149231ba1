import type { Constraints } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, type Failure, lruMap } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { type CandidateSource, type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { capabilityRelevance } from './capability-relevance.js';
import { unmetConstraints } from './constraints.js';
import { type DiscoveryQuery, parseQuery } from './query.js';
import { rank, referenceOf } from './rank.js';

export interface FoundToolsPorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'toolsWith' | 'taxonomy'>;
  /** What a caller sees, as discovery has it. */
  readonly candidates: Pick<CandidateSource<Caller>, 'find' | 'capabilities'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Of a capability that everybody declares, no more than so many tools are looked at. */
const maxLookedAt = 500;
/** The best of them; more than a call would ever try. */
const maxFound = 20;
/** Cache time of search results, in ms. A call resolves and authorises its tool again each time. */
const keptForMs = 2_000;
const keptCap = 1_000;

interface Kept {
  readonly at: number;
  readonly tools: readonly ToolVersion[];
}

/**
 * The tools of a capability, or of what lies below it in the tree, that a caller may call and that meet its constraints,
 * in the order of discovery's ranking. Asked of memory, not of the search engine.
 */
export class FoundTools {
  readonly #kept = lruMap<string, Kept>(keptCap);

  constructor(private readonly ports: FoundToolsPorts) {}

  best(capabilities: readonly string[], constraints: Constraints, caller: Caller): readonly ToolVersion[] {
    const now = this.ports.clock.monotonic();
    const key = keyOf(capabilities, constraints, caller);
    const known = this.#kept.peek(key);
    if (known !== undefined && now - known.at < keptForMs) return known.tools;
    const tools = this.#find(capabilities, constraints, caller);
    this.#kept.set(key, { at: now, tools });
    return tools;
  }

  problem(capability: string, constraints: Constraints): Failure | undefined {
    const parsed = parseQuery({ capabilities: [capability], constraints });
    return parsed.ok ? undefined : parsed.error;
  }

  /** Trust counts only where it was stated: a tool that was chosen by name needs none by default. */
  meets(version: ToolVersion, constraints: Constraints, caller: Caller): boolean {
    const tool = this.ports.candidates.find(version.manifest.name, caller);
    if (tool === undefined) return false;
    const stated = { ...constraints, minTrust: constraints.minTrust ?? 0 };
    const query = parseQuery({ capabilities: ['any'], constraints: stated });
    const candidate = { ...tool, version: version.version, manifest: version.manifest };
    return query.ok && unmetConstraints(candidate, query.value).length === 0;
  }

  #find(capabilities: readonly string[], constraints: Constraints, caller: Caller): ToolVersion[] {
    const parsed = parseQuery({ capabilities: [...capabilities], constraints });
    if (!parsed.ok) return [];
    const query = parsed.value;
    const fitting = this.#ids(capabilities).flatMap((id) => this.#fitting(id, query, caller));
    const found = fitting.map((tool) => ({
      id: tool.id,
      trust: tool.trust,
      relevance: capabilityRelevance(
        capabilities,
        tool.manifest.capabilities ?? [],
        this.ports.candidates.capabilities,
      ),
      p95Ms: p95Ms(tool),
      costUsd: costUsd(tool),
      version: tool.version,
    }));
    const ranked = rank(found, referenceOf(found, query.constraints));
    return ranked.slice(0, maxFound).flatMap(({ id, version }) => this.#version(id, version));
  }

  #fitting(id: string, query: DiscoveryQuery, caller: Caller): CandidateTool[] {
    const tool = this.ports.candidates.find(id, caller);
    return tool?.mayCall.allowed === true && unmetConstraints(tool, query).length === 0 ? [tool] : [];
  }

  #ids(capabilities: readonly string[]): string[] {
    const { catalogue } = this.ports;
    const tags = new Set(capabilities.flatMap((tag) => [tag, ...this.#below(tag)]));
    const ids = new Set([...tags].flatMap((tag) => catalogue.toolsWith(tag).map((tool) => tool.id)));
    return [...ids].slice(0, maxLookedAt);
  }

  /** Other tags of a capability, and what lies below it. */
  #below(tag: string): string[] {
    const { taxonomy } = this.ports.catalogue;
    const own = taxonomy.canonical(tag);
    const tags = [own, ...taxonomy.nodes(own).map((node) => node.tag)];
    return tags.flatMap((it) => [it, ...taxonomy.mergedInto(it)]);
  }

  #version(id: string, version: string): ToolVersion[] {
    const found = this.ports.catalogue.tool(id)?.versions.find((it) => it.version === version);
    return found === undefined ? [] : [found];
  }
}

/** What a search depends on; all that a caller sees follows from who it is and what its key may do. */
const keyOf = (capabilities: readonly string[], constraints: Constraints, caller: Caller): string =>
  JSON.stringify([capabilities, constraints, caller.principalId, caller.namespaces, [...caller.scopes].sort()]);
