import { deepEqual } from 'node:assert/strict';
import type { CapabilityTree } from '@assay/registry';
import type { ToolIndex } from '../../tool-index.js';
import { aDocument, find, idsOf } from './contract-case.js';

/** One promise of an engine that was given a tree. */
export interface TaxonomyCase {
  readonly name: string;
  /** `open` gives an empty index of nobody else's that looks tags up in the tree. */
  readonly check: (open: (tree: CapabilityTree) => Promise<ToolIndex>) => Promise<void>;
}

/** A tree in which `postgres` lies below `sql`, though no dot says so, and `database` is another name of `data`. */
class GrownTree implements CapabilityTree {
  epoch = 1;
  readonly #paths = new Map<string, readonly string[]>([
    ['data', ['data']],
    ['database', ['data']],
    ['sql', ['data', 'sql']],
    ['postgres', ['data', 'sql', 'postgres']],
  ]);

  path = (tag: string): readonly string[] => this.#paths.get(tag) ?? [tag];

  move(tag: string, path: readonly string[]): void {
    this.#paths.set(tag, path);
    this.epoch += 1;
  }
}

const documents = [
  aDocument('a/data', { capabilities: ['data'], description: 'walrus' }),
  aDocument('a/database', { capabilities: ['database'] }),
  aDocument('a/dotted', { capabilities: ['sql.lite'] }),
  aDocument('a/hidden', { capabilities: ['sql'], audience: ['org:1'] }),
  aDocument('a/postgres', { capabilities: ['mail', 'postgres'], description: 'walrus' }),
];

/** Capabilities stand where the tree says, which need not be where their dots do, and may change. */
export const taxonomyContract: readonly TaxonomyCase[] = [
  {
    name: 'a filter by a capability takes what the tree puts below it, by any of its names',
    check: async (open) => {
      const index = await open(new GrownTree());
      await index.put(documents);
      const listed = async (capability: string, text = '') => {
        const facets = ['capabilities'] as const;
        const {
          candidates,
          total,
          facets: counted,
        } = await find(index, {
          ...(text === '' ? { sort: 'name' } : { text }),
          ...{ filter: { capability }, facets, limit: 3 },
        });
        return { ids: candidates.map(({ id }) => id).sort(), total, counted: counted?.capabilities };
      };
      const all = { ids: ['a/data', 'a/database', 'a/postgres'], total: 3 };
      const counted = { data: 1, database: 1, mail: 1, postgres: 1 };
      deepEqual(await listed('data'), { ...all, counted });
      deepEqual(await listed('database'), { ...all, counted });
      deepEqual(await listed('sql'), { ids: ['a/postgres'], total: 1, counted: { mail: 1, postgres: 1 } });
      deepEqual(await listed('data', 'walrus'), {
        ...{ ids: ['a/data', 'a/postgres'], total: 2 },
        counted: { data: 1, mail: 1, postgres: 1 },
      });
      deepEqual(await listed('nothing'), { ids: [], total: 0, counted: {} });
    },
  },
  {
    name: 'a capability asked for finds by the way in the tree',
    check: async (open) => {
      const index = await open(new GrownTree());
      await index.put(documents);
      const { candidates } = await find(index, { capabilities: ['data'] });
      deepEqual(
        candidates.map(({ id, relevance }) => [id, Number(relevance.toFixed(6))]),
        [
          ['a/data', 1],
          ['a/database', 1],
          ['a/postgres', 0.81],
        ],
      );
    },
  },
  {
    name: 'a change of the tree holds at once, without a document being put again',
    check: async (open) => {
      const tree = new GrownTree();
      const index = await open(tree);
      await index.put(documents);
      const below = async () => idsOf(await find(index, { sort: 'name', filter: { capability: 'data' } }));
      const found = async () => idsOf(await find(index, { capabilities: ['data'] }));
      deepEqual([await below(), await found()], Array(2).fill(['a/data', 'a/database', 'a/postgres']));
      tree.move('postgres', ['postgres']);
      tree.move('sql.lite', ['data', 'sql.lite']);
      deepEqual([await below(), await found()], Array(2).fill(['a/data', 'a/database', 'a/dotted']));
    },
  },
];
