/** A search thread: reads an image of the index in shared memory, and answers one query after the other. */
import { parentPort } from 'node:worker_threads';
import type { IndexAnswer, IndexQuery } from '@assay/discovery';
import { dottedTree } from '@assay/registry';
import type { CollectionImage } from '../embedded/collection.js';
import { FrozenCollection } from '../embedded/frozen-collection.js';
import { Searcher } from '../embedded/searcher.js';
import type { RelevanceSettings } from '../embedded/settings.js';

export type PoolTask =
  | { readonly kind: 'image'; readonly image: CollectionImage; readonly settings: Partial<RelevanceSettings> }
  | { readonly kind: 'search'; readonly number: number; readonly query: IndexQuery };

export type PoolAnswer =
  | { readonly number: number; readonly answer: IndexAnswer }
  | { readonly number: number; readonly failed: string };

let collection: FrozenCollection | undefined;
let searcher: Searcher | undefined;

function answerTo({ number, query }: Extract<PoolTask, { kind: 'search' }>): PoolAnswer {
  if (collection === undefined || searcher === undefined) return { number, failed: 'there is no index yet' };
  try {
    return { number, answer: searcher.search(query, collection) };
  } catch (error) {
    return { number, failed: error instanceof Error ? error.message : 'failed' };
  }
}

parentPort?.on('message', (task: PoolTask) => {
  if (task.kind === 'search') {
    parentPort?.postMessage(answerTo(task));
    return;
  }
  collection = new FrozenCollection(task.image);
  // Queries by capability stay where the tree of capabilities is.
  searcher ??= new Searcher(task.settings, dottedTree);
});
