import { quoteName } from '../../names.js';
import { foreignKeys, isForeignKey, shapeChanges } from '../changes.js';
import type { ItemShape, Shape, TableName, TableShape } from '../shape.js';
import { type Rename, type Step, step } from '../step.js';

const quoted = (name: string): string => quoteName('mysql', name);
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Until the server has shown on the copy which algorithm it takes, the worst one is assumed. */
const metadata = { lock: 'metadata', blocks: 'reads and writes', work: 'catalog' } as const;
const unknown = { lock: 'SHARED', blocks: 'writes', work: 'rewrite' } as const;

const itemText = (it: ItemShape): string =>
  it.kind === 'index' || it.name === null ? it.definition : `CONSTRAINT ${quoted(it.name)} ${it.definition}`;

const createText = (table: TableShape, items: readonly ItemShape[]): string => {
  const lines = [...table.columns.map((it) => `${quoted(it.name)} ${it.definition}`), ...items.map(itemText)];
  return `CREATE TABLE ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n) ${table.options}`.trim();
};

const addText = (table: TableName, it: ItemShape): string => `ALTER TABLE ${quoted(table.name)} ADD ${itemText(it)}`;

const createWithoutKeys = (it: TableShape): string =>
  createText(
    it,
    it.items.filter((item) => !isForeignKey(item)),
  );

export const createMysql = (_: Shape, tables: readonly TableShape[]): string[] => [
  ...tables.map(createWithoutKeys),
  ...tables.flatMap((table) => foreignKeys(table).map((it) => addText(table, it))),
];

export const renameMysql = ({ table, column, to }: Rename): Step =>
  step(
    `ALTER TABLE ${quoted(table.name)} RENAME ${column === null ? '' : `COLUMN ${quoted(column)} `}TO ${quoted(to)}`,
    table,
    metadata,
    { note: 'Programs that use the former name fail from then on.' },
  );

export function mysqlChanges(from: Shape, to: Shape): Step[] {
  const { pairs, added, dropped, gone, fresh } = shapeChanges(from, to);
  const keysFirst = gone.toSorted((a, b) => Number(isForeignKey(b.it)) - Number(isForeignKey(a.it)));
  const keysLast = fresh.toSorted((a, b) => Number(isForeignKey(a.it)) - Number(isForeignKey(b.it)));
  return [
    ...keysFirst.map(({ table, it }) => dropItem(table, it)),
    ...dropped.map((it) =>
      step(`DROP TABLE ${quoted(it.name)}`, it, metadata, {
        losesData: true,
        note: 'Down creates it without its rows.',
      }),
    ),
    ...added.map((it) => step(createWithoutKeys(it), it, { ...metadata, lock: 'none (new)', blocks: 'nothing' })),
    ...pairs.flatMap(({ current, wanted }) => columnSteps(current, wanted)),
    ...keysLast.flatMap(({ table, it }) => addItem(table, it)),
    ...added.flatMap((table) => foreignKeys(table).map((it) => step(addText(table, it), table, unknown))),
    ...pairs
      .filter(({ current, wanted }) => current.comment !== wanted.comment)
      .map(({ wanted }) =>
        step(`ALTER TABLE ${quoted(wanted.name)} COMMENT = ${literal(wanted.comment ?? '')}`, wanted, unknown),
      ),
  ];
}

const dropping: Readonly<Partial<Record<ItemShape['kind'], string>>> = {
  'foreign key': 'DROP FOREIGN KEY',
  check: 'DROP CONSTRAINT',
  index: 'DROP INDEX',
};

function dropItem(table: TableName, it: ItemShape): Step {
  const what = it.kind === 'primary key' ? 'DROP PRIMARY KEY' : `${dropping[it.kind]} ${quoted(it.name ?? '')}`;
  return step(`ALTER TABLE ${quoted(table.name)} ${what}`, table, unknown);
}

function addItem(table: TableName, it: ItemShape): Step[] {
  const work = it.kind === 'index' ? 'index' : unknown.work;
  const [, columns] = /^(?:UNIQUE|PRIMARY) KEY (?:`[^`]{1,64}` )?\(([^)]{1,2000})\)/.exec(it.definition) ?? [];
  const check =
    columns === undefined
      ? null
      : `SELECT count(*) FROM (SELECT 1 FROM ${quoted(table.name)} GROUP BY ${columns} HAVING count(*) > 1) d`;
  return [step(addText(table, it), table, { ...unknown, work }, { check })];
}

function columnSteps(current: TableShape, wanted: TableShape): Step[] {
  const alter = `ALTER TABLE ${quoted(wanted.name)}`;
  const dropped = current.columns
    .filter((it) => !wanted.columns.some((other) => other.name === it.name))
    .map((it) =>
      step(`${alter} DROP COLUMN ${quoted(it.name)}`, wanted, unknown, {
        losesData: true,
        note: 'Down adds the column without its values.',
      }),
    );
  const others = wanted.columns.flatMap((it) => {
    const before = current.columns.find((other) => other.name === it.name);
    if (before === undefined) return [step(`${alter} ADD COLUMN ${quoted(it.name)} ${it.definition}`, wanted, unknown)];
    if (before.definition === it.definition) return [];
    const requires = /\bNOT NULL\b/.test(it.definition) && !/\bNOT NULL\b/.test(before.definition);
    return [
      step(`${alter} MODIFY COLUMN ${quoted(it.name)} ${it.definition}`, wanted, unknown, {
        note: 'Fails where a value does not fit, under a strict sql_mode; shortens it otherwise.',
        losesData: before.definition.split(' ')[0] !== it.definition.split(' ')[0],
        check: requires ? `SELECT count(*) FROM ${quoted(wanted.name)} WHERE ${quoted(it.name)} IS NULL` : null,
      }),
    ];
  });
  return [...dropped, ...others];
}
