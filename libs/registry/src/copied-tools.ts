import type { Issue, Manifest } from '@assay/contracts';
import { type Directory, publicToken } from '@assay/identity';
import { type Clock, digestText, namespaceOf } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import { skeletonOf, wellUsedCalls } from './look-alike.js';
import { versionAudience } from './tool-audience.js';
import { upstreamIdentity } from './upstream-identity.js';

interface Known {
  readonly id: string;
  readonly organisationId: string;
  readonly isPublic: boolean;
  readonly upstream: string;
}

/** A well-used tool with the same title and description and another upstream. */
export interface CopiedTool {
  readonly id: string;
  readonly upstream: string;
}

/** The computation reads every tool, and the set of well-used tools changes slowly. */
const keepMs = 60_000;
/** Shorter descriptions are too generic ("Search the web"); in letters. */
const minLetters = 24;
const maxNamed = 5;

/**
 * Recognises a tool that presents itself with the title and the description of a well-used one, but calls another
 * package or host. The same public server registered by another team has the same upstream and is not a copy. Considers
 * public tools, and those of the publisher's own organisation.
 */
export class CopiedTools {
  readonly #ports: { readonly catalogue: Catalogue; readonly directory: Directory; readonly clock: Pick<Clock, 'now'> };
  #index: { readonly at: number; readonly byText: ReadonlyMap<string, readonly Known[]> } | undefined;

  constructor(ports: {
    readonly catalogue: Catalogue;
    readonly directory: Directory;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.#ports = ports;
  }

  of(manifest: Manifest, organisationId: string | null): CopiedTool[] {
    const key = textKey(manifest);
    const upstream = upstreamIdentity(manifest, this.#ports.catalogue);
    if (key === undefined || upstream === undefined) return [];
    return (this.#current().get(key) ?? [])
      .filter((it) => it.isPublic || it.organisationId === organisationId)
      .filter((it) => it.upstream !== upstream && namespaceOf(it.id) !== namespaceOf(manifest.name))
      .slice(0, maxNamed);
  }

  #current(): ReadonlyMap<string, readonly Known[]> {
    const at = this.#ports.clock.now();
    if (this.#index === undefined || at - this.#index.at >= keepMs) this.#index = { at, byText: this.#work() };
    return this.#index.byText;
  }

  #work(): Map<string, Known[]> {
    const byText = new Map<string, Known[]>();
    const { catalogue, directory } = this.#ports;
    for (const { id, organisationId, versions } of catalogue.tools()) {
      const [newest] = versions;
      const uses = versions.reduce((sum, it) => sum + it.usageCount, 0);
      const key = newest === undefined || uses < wellUsedCalls ? undefined : textKey(newest.manifest);
      const upstream = newest && upstreamIdentity(newest.manifest, catalogue);
      if (key === undefined || upstream === undefined) continue;
      const isPublic = versions.some((it) => versionAudience(it, directory).includes(publicToken));
      const known = { id, organisationId, isPublic, upstream };
      byText.set(key, [...(byText.get(key) ?? []), known]);
    }
    return byText;
  }
}

/** The text a person or model reads first, ignoring case, spaces, punctuation and look-alike letters. */
function textKey({ name, title, description }: Manifest): string | undefined {
  const letters = lettersOf(description);
  if (letters.length < minLetters) return undefined;
  // Imported tools are called `server.tool`: the server's name is the importer's own choice.
  const local = name.slice(name.indexOf('/') + 1);
  return digestText(`${lettersOf(skeletonOf(title ?? local.slice(local.indexOf('.') + 1)))}\n${letters}`);
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The finding about a copy for the reviewer. */
export const copiedFindings = (copied: readonly CopiedTool[]): Issue[] =>
  copied.map(({ id }) => ({
    path: '/description',
    message: `has the same title and description as the popular tool ${id}, but a different upstream`,
  }));
