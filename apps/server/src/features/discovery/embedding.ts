import {
  type DocumentVectors,
  type EmbeddableTools,
  type Embedder,
  type EmbeddingProgress,
  type EmbeddingStore,
  EmbedMissing,
  embeddingText,
  type LocalEmbedder,
  LocalEmbedding,
  type MultilingualEmbedder,
  OtherLanguages,
  QueryMeaning,
  ToolVectors,
  toolDocument,
} from '@assay/discovery';
import { type Directory, narrower } from '@assay/identity';
import type { Clock, Failure, Jobs } from '@assay/kernel';
import { type Catalogue, searchedVersion, type ToolVersion } from '@assay/registry';
import { essencesOf } from '@assay/search';

/** Between two batches of texts. */
const pauseMs = 25;

export interface EmbeddingParts {
  /** Embeds tools' texts. */
  readonly embedder: Embedder;
  /** Embeds queries; `embedder` when absent. */
  readonly queries?: Embedder;
  readonly store: EmbeddingStore;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly clock: Clock;
  /** What one day may cost, in characters: of tools' texts, and of each replica's questions. */
  readonly charactersPerDay: number;
  /** Called when the meaning of queries starts to be unavailable, and when it recovers (undefined). */
  readonly onChange: (failure: Failure | undefined) => void;
}

/** What gives documents and queries their vectors. */
export interface Embedding {
  readonly vectors: DocumentVectors;
  readonly meaning: Pick<QueryMeaning, 'of'>;
  readonly progress: () => EmbeddingProgress;
}

export interface EndpointEmbedding extends Embedding {
  readonly vectors: ToolVectors;
  readonly missing: EmbedMissing;
}

/** Search by meaning without an endpoint. Vectors of another table than the embedder's do not compare, and are not used. */
export function localEmbedding(embedder: LocalEmbedder, multilingual: MultilingualEmbedder | undefined): Embedding {
  const compared = multilingual?.space === embedder.model ? multilingual : undefined;
  const local = new LocalEmbedding(embedder, new OtherLanguages(compared), essencesOf);
  const progress = { model: embedder.model, waiting: 0, refused: 0, problem: null };
  return { vectors: local, meaning: local, progress: () => progress };
}

/** Search by meaning with an endpoint: vectors of tools, made in the background, and of queries, asked for in passing. */
export function buildEmbedding({
  embedder,
  queries = embedder,
  store,
  jobs,
  clock,
  charactersPerDay,
  onChange,
  ...parts
}: EmbeddingParts): EndpointEmbedding {
  const tools = embeddableTools(parts);
  const vectors = new ToolVectors(embedder, store, tools);
  const missing = new EmbedMissing({
    embedder,
    store,
    vectors,
    tools,
    clock,
    charactersADay: charactersPerDay,
    pause: () => new Promise((resolve) => void clock.after(pauseMs, resolve)),
  });
  jobs.add(missing);
  const meaning = new QueryMeaning({ embedder: queries, clock, onChange, charactersADay: charactersPerDay });
  return { vectors, missing, meaning, progress: () => missing.progress };
}

/** Public and organisation-wide texts may be sent to the operator's embedder; private ones may not. */
function embeddableTools({ catalogue, directory }: Pick<EmbeddingParts, 'catalogue' | 'directory'>): EmbeddableTools {
  const shared = (tool: string): ToolVersion | undefined => {
    const versions = catalogue.tool(tool)?.versions ?? [];
    const version = searchedVersion(versions, catalogue.revocations);
    const namespace = version && directory.namespace(version.namespace);
    if (version === undefined || namespace === undefined) return undefined;
    return narrower(namespace.visibility, version.manifest.visibility) === 'private' ? undefined : version;
  };
  return {
    mayLeave: (tool) => shared(tool) !== undefined,
    textOf(tool) {
      const version = shared(tool);
      if (version === undefined) return undefined;
      return {
        ...embeddingText(toolDocument(version, '', [], { trustKey: 0, insideTrustKey: 0 })),
        organisationId: version.organisationId,
      };
    },
  };
}
