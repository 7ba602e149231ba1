import { quoteName } from '../../names.js';
import {
  type ColumnShape,
  type ItemShape,
  isSameTable,
  itemKey,
  onlyInOne,
  type Shape,
  type TableShape,
} from '../shape.js';
import { type Rename, type Step, step } from '../step.js';

/** SQLite has one writer: while a statement of a migration runs, others read the former state or wait. */
const writer = { lock: 'RESERVED, EXCLUSIVE at the commit', blocks: 'writes', work: 'catalog' } as const;
const quoted = (name: string): string => quoteName('sqlite', name);

const isOwn = (it: ItemShape): boolean => it.kind !== 'index' && it.kind !== 'trigger';
const constraintText = (it: ItemShape): string =>
  it.name === null ? it.definition : `CONSTRAINT ${it.name} ${it.definition}`;

const createText = (table: TableShape, name = table.name): string => {
  const lines = [
    ...table.columns.map((it) => `${quoted(it.name)} ${it.definition}`.trim()),
    ...table.items.filter(isOwn).map(constraintText),
  ];
  return `CREATE TABLE ${quoted(name)} (\n  ${lines.join(',\n  ')}\n)${table.options === '' ? '' : ` ${table.options}`}`;
};

const others = (table: TableShape): string[] => table.items.filter((it) => !isOwn(it)).map((it) => it.definition);

export const createSqlite = (_: Shape, tables: readonly TableShape[]): string[] => [
  ...tables.map((it) => createText(it)),
  ...tables.flatMap(others),
];

export const renameSqlite = ({ table, column, to }: Rename): Step =>
  step(
    `ALTER TABLE ${quoted(table.name)} RENAME ${column === null ? '' : `COLUMN ${quoted(column)} `}TO ${quoted(to)}`,
    table,
    writer,
    { note: 'Programs that use the former name fail from then on.' },
  );

export function sqliteChanges(from: Shape, to: Shape): Step[] {
  const dropped = from.tables.filter((it) => !to.tables.some((other) => isSameTable(other, it)));
  return [
    ...dropped.map((it) =>
      step(
        `DROP TABLE ${quoted(it.name)}`,
        it,
        { ...writer, work: 'scan' },
        {
          losesData: true,
          note: 'Down creates it without its rows.',
        },
      ),
    ),
    ...to.tables.flatMap((wanted) => {
      const current = from.tables.find((it) => isSameTable(it, wanted));
      return current === undefined
        ? [createText(wanted), ...others(wanted)].map((sql) => step(sql, wanted, writer))
        : changesOf(current, wanted);
    }),
  ];
}

const rulesOf = (table: TableShape): string[] => table.items.filter(isOwn).map(itemKey);

function changesOf(current: TableShape, wanted: TableShape): Step[] {
  const added = wanted.columns.filter((it) => !current.columns.some((other) => other.name === it.name));
  const kept = wanted.columns.filter((it) => !added.includes(it));
  const removed = current.columns.filter((it) => !wanted.columns.some((other) => other.name === it.name));
  const isSame = kept.every((it) => current.columns.some((o) => o.name === it.name && o.definition === it.definition));
  const hasSameRules = onlyInOne(rulesOf(current), rulesOf(wanted)).length === 0;
  const isSimple = isSame && hasSameRules && current.options === wanted.options;
  if (!isSimple || removed.length > 0 || !added.every(canBeAdded)) return rebuild(current, wanted);
  return [
    ...lackedBy(wanted, current).map((it) => dropOther(wanted, it)),
    ...added.map((it) =>
      step(`ALTER TABLE ${quoted(wanted.name)} ADD COLUMN ${quoted(it.name)} ${it.definition}`, wanted, writer),
    ),
    ...lackedBy(current, wanted).map((it) =>
      step(it.definition, wanted, { ...writer, work: it.kind === 'index' ? 'index' : 'catalog' }),
    ),
  ];
}

/** Indexes and triggers of the second table that the first one lacks. */
function lackedBy(table: TableShape, other: TableShape): ItemShape[] {
  const known = new Set(table.items.map(itemKey));
  return other.items.filter((it) => !isOwn(it) && !known.has(itemKey(it)));
}

const dropOther = (table: TableShape, it: ItemShape): Step =>
  step(`DROP ${it.kind.toUpperCase()} ${quoted(it.name ?? '')}`, table, writer);

/** What ALTER TABLE … ADD COLUMN takes: no key, no computed value, and a constant default where a value is required. */
function canBeAdded({ definition }: ColumnShape): boolean {
  if (/\b(?:PRIMARY|UNIQUE|GENERATED|REFERENCES|AS)\b|CURRENT_|DEFAULT ?\(/i.test(definition)) return false;
  return !/\bNOT NULL\b/i.test(definition) || /\bDEFAULT\b/i.test(definition);
}

/** The way that SQLite's documentation gives for every other change: a new table, the rows, and the former name. */
function rebuild(current: TableShape, wanted: TableShape): Step[] {
  const name = `assay_new_${wanted.name}`;
  const kept = wanted.columns.filter(
    (it) => !/\bGENERATED\b|\bAS ?\(/i.test(it.definition) && current.columns.some((other) => other.name === it.name),
  );
  const columns = kept.map((it) => quoted(it.name)).join(', ');
  const lost = current.columns.filter((it) => !wanted.columns.some((other) => other.name === it.name));
  const needed = wanted.columns.find(
    (it) => !kept.includes(it) && /\bNOT NULL\b/i.test(it.definition) && !/\bDEFAULT\b/i.test(it.definition),
  );
  const check = needed === undefined ? null : `SELECT count(*) FROM ${quoted(wanted.name)}`;
  return [
    step(createText(wanted, name), wanted, writer, {
      note: 'Run PRAGMA foreign_keys = OFF before the transaction, and PRAGMA foreign_key_check before its end.',
    }),
    step(
      `INSERT INTO ${quoted(name)} (${columns}) SELECT ${columns} FROM ${quoted(wanted.name)}`,
      wanted,
      { ...writer, work: 'rewrite' },
      {
        check,
        note:
          needed === undefined
            ? 'Fails where a row breaks a new rule.'
            : `"${needed.name}" needs a value: give it a default, or this fails on a table with rows.`,
      },
    ),
    step(
      `DROP TABLE ${quoted(wanted.name)}`,
      wanted,
      { ...writer, work: 'scan' },
      {
        losesData: lost.length > 0,
        note: lost.length > 0 ? `Removes the values of ${lost.map((it) => it.name).join(', ')}.` : null,
      },
    ),
    step(`ALTER TABLE ${quoted(name)} RENAME TO ${quoted(wanted.name)}`, wanted, writer),
    ...wanted.items
      .filter((it) => !isOwn(it))
      .map((it) => step(it.definition, wanted, { ...writer, work: it.kind === 'index' ? 'index' : 'catalog' })),
  ];
}
