import type { Config } from '@assay/config';
import type { DocumentBatches, ToolIndex } from '@assay/discovery';
import type { Clock, Job, Random } from '@assay/kernel';
import type { CapabilityTree } from '@assay/registry';
import { BackedToolIndex, EmbeddedToolIndex, MeiliToolIndex, SearchThreads, ThreadedToolIndex } from '@assay/search';
import type { Logger } from 'pino';

export interface SearchIndexParts {
  readonly config: Pick<Config, 'searchEngine'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly taxonomy: CapabilityTree;
  /** Everything that ought to be in the index. */
  readonly documents: () => DocumentBatches;
  /** Length of the embedder's vectors; null without an embedder, or when it is not known. */
  readonly dimensions: number | null;
}

export interface SearchIndex {
  readonly index: ToolIndex;
  /** Keeps the engine outside the process up to date, on one replica; null when there is none. */
  readonly keeping: Job | null;
  /** Why the engine outside the process does not answer searches; null when it does, or there is none. */
  problem(): string | null;
  /** Ends the threads of searches. */
  close(): Promise<void>;
}

/** The turn of keeping never ends by itself; a replica that ended it asks for the next one after this. */
const keepAgainAfterMs = 5_000;

const index = 'assay_tools';

/** The index inside the process, and before it the search engine that the configuration names. */
export function openSearchIndex(parts: SearchIndexParts): SearchIndex {
  const { config, clock, random, log, taxonomy, documents, dimensions } = parts;
  const embedded = new EmbeddedToolIndex({}, taxonomy);
  const local = new ThreadedToolIndex({ local: embedded, threads: new SearchThreads(), clock });
  const close = () => local.close();
  if (config.searchEngine === null) return { index: local, keeping: null, problem: () => null, close };
  const { url, key } = config.searchEngine;
  const external = new MeiliToolIndex({
    ...{ url, uid: index, tree: taxonomy, dimensions, writer: random.uuid() },
    ...(key !== null && { key }),
  });
  const backed = new BackedToolIndex({
    ...{ external, local, documents, clock },
    onProblem: (part, reason) =>
      reason === null
        ? log.info({ part }, 'search engine recovered')
        : log.warn({ part, reason }, 'the search engine is in trouble; the built-in index answers meanwhile'),
  });
  const keeping: Job = { name: 'search-engine.keep', everyMs: keepAgainAfterMs, run: backed.keeper.run };
  const problem = () => {
    // The next request reports the outcome; this one does not wait for a failing engine.
    void backed.lookAgain();
    return backed.problem;
  };
  return { index: backed, keeping, problem, close };
}
