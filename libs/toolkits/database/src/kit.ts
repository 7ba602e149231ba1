import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Kit, KitExample, KitPlaces, KitTool } from '@assay/kit';
import { reachOf, wrongSetting } from './databases/reach.js';
import { databaseServer } from './version.js';

const reading = (capability: string, ...examples: readonly KitExample[]): KitTool => ({
  capabilities: [capability],
  acts: true,
  examples,
});

const example = (name: string, input: KitExample['input'], output: unknown): KitExample => ({
  name,
  input,
  output,
  match: 'subset',
});

/** Undone by `restore`, unless somebody changed a row since. */
const writing: KitTool = {
  capabilities: ['data.write'],
  acts: true,
  compensation: { class: 'full', tool: 'assay/database.restore@^1', input: '{"undo": output.undo}' },
};

/** Databases that the operator registers, and a small one that the kit carries. */
export const databaseKit: Kit = Object.freeze({
  name: 'database',
  title: databaseServer.title,
  summary:
    'Describe, query and change PostgreSQL, MySQL, MariaDB, SQLite and MongoDB, plan migrations, and check data quality.',
  version: databaseServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  arguments: ({ state }: KitPlaces) => [`--state=${state}`],
  profile: ({ settings, state }: KitPlaces) => {
    const reach = reachOf(settings);
    // The state folder is created before the process starts.
    return existsSync(state) ? { ...reach, folders: [...reach.folders, { path: state, mode: 'rw' as const }] } : reach;
  },
  settings: {
    takes:
      'DATABASE_<NAME>: the address of a database for reading; beside it DATABASE_<NAME>_WRITER, for changes of rows, and DATABASE_<NAME>_SCRATCH, to try plans of migrations',
    check: wrongSetting,
  },
  missing: async () => null,
  tools: Object.freeze({
    databases: { capabilities: ['data.schema'], acts: false, examples: [example('with the example', {}, {})] },
    describe: reading(
      'data.schema',
      example('tables about orders', { database: 'example', question: 'orders of customers' }, { totalTables: 4 }),
    ),
    query: reading(
      'data.query.sql',
      example(
        'orders of a customer',
        {
          database: 'example',
          sql: 'SELECT id, status FROM orders WHERE customer_id = ? ORDER BY id',
          parameters: [1],
        },
        {
          columns: ['id', 'status'],
          rows: [
            [1, 'delivered'],
            [2, 'shipped'],
          ],
          rowCount: 2,
          truncated: false,
        },
      ),
    ),
    describe_collections: { capabilities: ['data.schema'], acts: true },
    find: { capabilities: ['data.query.document'], acts: true },
    aggregate: { capabilities: ['data.query.document'], acts: true },
    ask: { capabilities: ['data.query.sql'], acts: true },
    check_quality: reading(
      'data.analyse',
      example(
        'countries are complete, e-mail addresses unique',
        {
          database: 'example',
          table: 'customers',
          rules: [
            { rule: 'completeness', column: 'country' },
            { rule: 'uniqueness', columns: ['email'] },
          ],
        },
        { score: 1 },
      ),
    ),
    plan_migration: reading(
      'data.schema',
      example(
        'a price in another currency',
        {
          database: 'example',
          desired:
            "CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price NUMERIC NOT NULL CHECK (price > 0), currency TEXT NOT NULL DEFAULT 'EUR')",
        },
        { up: [{ table: 'products', work: 'catalog' }], losesData: false, transactional: true },
      ),
    ),
    preview: reading(
      'data.query',
      example(
        'a new price',
        { database: 'example', table: 'products', action: 'update', changes: [{ key: { id: 1 }, set: { price: 35 } }] },
        { count: 1, rows: [{ before: { id: 1, price: 30 }, after: { id: 1, price: 35 } }] },
      ),
    ),
    insert: writing,
    update: writing,
    delete: writing,
    restore: { capabilities: ['data.write'], acts: true },
  }),
});
