import type { EvidenceView } from '@assay/contracts';
import { type Catalogue, shownVersion, type ToolVersion, type TrustInView, upstreamHostOf } from '@assay/registry';
import type { Evidence } from './evidence.js';
import { type ObservedTool, reputationOf } from './reputation.js';

/** A tool with calls that count in at least one view. */
interface CalledTool {
  readonly tool: string;
  readonly namespace: string;
  readonly host: string | null;
  readonly trust: Readonly<Record<EvidenceView, TrustInView>>;
}

/**
 * Reputations of versions by their providers' other tools: those in the same namespace, and those of the same organisation on the
 * same upstream host. Other namespaces of an organisation are other providers. Each organisation's tools are read once, so that
 * scoring a batch costs one pass over them and not one per version; use it for one state of the catalogue only.
 */
export class ProviderReputations {
  readonly #catalogue: Catalogue;
  readonly #calledTools = new Map<string, readonly CalledTool[]>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  of(version: ToolVersion): Record<EvidenceView, Evidence['reputation']> {
    const called = this.#calledToolsOf(version.organisationId);
    if (called.length === 0) return { inside: null, outside: null };
    const host = upstreamHostOf(version, this.#catalogue);
    const related = called.filter((it) => it.namespace === version.namespace || (host !== null && it.host === host));
    const ofView = (view: EvidenceView) =>
      reputationOf(
        version.manifest.name,
        related.map(({ tool, trust }): ObservedTool => ({ tool, ...trust[view].observed })),
      );
    return { inside: ofView('inside'), outside: ofView('outside') };
  }

  #calledToolsOf(organisationId: string): readonly CalledTool[] {
    const known = this.#calledTools.get(organisationId);
    if (known !== undefined) return known;
    const called: CalledTool[] = [];
    for (const { id, versions } of this.#catalogue.toolsOf(organisationId)) {
      const shown = shownVersion(versions, this.#catalogue.revocations);
      const trust = shown?.trust;
      if (shown === undefined || trust == null) continue;
      if (trust.inside.observed.confidence <= 0 && trust.outside.observed.confidence <= 0) continue;
      called.push({ tool: id, namespace: shown.namespace, host: upstreamHostOf(shown, this.#catalogue), trust });
    }
    this.#calledTools.set(organisationId, called);
    return called;
  }
}
