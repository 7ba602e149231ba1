import { Refusal } from '@assay/kit';
import { foreignKeys, isForeignKey, shapeChanges } from '../changes.js';
import {
  type ColumnShape,
  type ItemShape,
  isSameTable,
  type Shape,
  shownTable,
  type TableName,
  type TableShape,
} from '../shape.js';
import { type Rename, type Step, step } from '../step.js';
import {
  column,
  columnText,
  constraintText,
  enumsOf,
  enumText,
  literal,
  quoted,
  sequencesOf,
  tableStatements,
} from './postgres-create.js';

/** Locks as the documentation of PostgreSQL names them ("Explicit Locking", "ALTER TABLE"). */
const exclusive = { lock: 'ACCESS EXCLUSIVE', blocks: 'reads and writes', work: 'catalog' } as const;
const noWrites = { lock: 'SHARE ROW EXCLUSIVE', blocks: 'writes', work: 'catalog' } as const;
const online = { lock: 'SHARE UPDATE EXCLUSIVE', blocks: 'nothing', work: 'catalog' } as const;
const none = { lock: 'none', blocks: 'nothing', work: 'catalog' } as const;

/** Rows from which NOT NULL is proven by a validated check first, so that the exclusive lock is short. */
const largeTable = 100_000;

type RowsOf = (table: TableName) => number | null;

export const renamePostgres = ({ table, column: name, to }: Rename): Step =>
  step(
    `ALTER TABLE ${quoted(table)} RENAME ${name === null ? '' : `COLUMN ${column(name)} `}TO ${column(to)}`,
    table,
    exclusive,
    { note: 'Programs that use the former name fail from then on.' },
  );

/** The steps from one state to the other: what is in the way is removed first, foreign keys are added last. */
export function postgresChanges(from: Shape, to: Shape, rowsOf: RowsOf): Step[] {
  const { pairs, added, dropped, gone, fresh } = shapeChanges(from, to);
  const newKeys = added.flatMap((table) => foreignKeys(table).map((it) => ({ table, it })));
  const newEnums = enumsOf(to, to.tables).filter((it) => !from.enums.some((other) => isSameTable(other, it)));
  requireSameEnums(from, to);
  return [
    ...gone.filter(({ it }) => isForeignKey(it)).map(({ table, it }) => dropItem(table, it)),
    ...gone.filter(({ it }) => !isForeignKey(it)).map(({ table, it }) => dropItem(table, it)),
    ...dropped.map((it) =>
      step(`DROP TABLE ${quoted(it)}`, it, exclusive, { losesData: true, note: 'Down creates it without its rows.' }),
    ),
    ...newEnums.map((it) => step(enumText(it), null, none)),
    ...added.flatMap((table) => tableStatements(table).map((sql) => step(sql, table, { ...none, lock: 'none (new)' }))),
    ...pairs.flatMap(({ current, wanted }) => columnSteps(current, wanted, rowsOf)),
    ...fresh.filter(({ it }) => !isForeignKey(it)).flatMap(({ table, it }) => addItem(table, it)),
    ...newKeys.map(({ table, it }) => step(addText(table, it), table, noWrites)),
    ...fresh.filter(({ it }) => isForeignKey(it)).flatMap(({ table, it }) => addItem(table, it)),
    ...pairs.flatMap(({ current, wanted }) => commentSteps(current, wanted)),
    ...from.enums.filter((it) => dropsEnum(it, from, to)).map((it) => step(`DROP TYPE ${quoted(it)}`, null, none)),
  ];
}

/** An enumeration that only the former state used. */
const dropsEnum = (it: TableName, from: Shape, to: Shape): boolean =>
  enumsOf(from, from.tables).some((other) => isSameTable(other, it)) &&
  !to.enums.some((other) => isSameTable(other, it));

function requireSameEnums(from: Shape, to: Shape): void {
  for (const it of enumsOf(to, to.tables)) {
    const before = from.enums.find((other) => isSameTable(other, it));
    if (before !== undefined && before.values.join('\n') !== it.values.join('\n'))
      throw new Refusal(
        `The values of the type "${shownTable(it)}" change, which PostgreSQL cannot take back: plan it by hand, or use text with a CHECK.`,
      );
  }
}

const addText = (table: TableName, it: ItemShape): string => `ALTER TABLE ${quoted(table)} ADD ${constraintText(it)}`;

function dropItem(table: TableName, it: ItemShape): Step {
  const name = column(it.name ?? '');
  if (it.kind !== 'index') return step(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${name}`, table, exclusive);
  const index = quoted({ schema: table.schema, name: it.name ?? '' });
  return step(`DROP INDEX CONCURRENTLY ${index}`, table, online, {
    onCopy: `DROP INDEX ${index}`,
    note: 'Outside of a transaction.',
  });
}

function addItem(table: TableShape, it: ItemShape): Step[] {
  if (it.kind === 'index') return [addIndex(table, it.definition)];
  if (it.kind === 'foreign key' || it.kind === 'check') return addValidated(table, it);
  if (it.kind === 'exclusion')
    return [
      step(addText(table, it), table, { ...exclusive, work: 'index' }, { note: 'Builds its index under the lock.' }),
    ];
  // The index is built first, without blocking, and then becomes the key.
  const [, columns] = /^(?:UNIQUE|PRIMARY KEY) (\(.*\))$/.exec(it.definition) ?? [];
  if (columns === undefined)
    return [step(addText(table, it), table, { ...exclusive, work: 'index' }, { check: duplicates(table, it) })];
  const name = column(it.name ?? '');
  const kind = it.kind === 'unique' ? 'UNIQUE' : 'PRIMARY KEY';
  return [
    addIndex(table, `CREATE UNIQUE INDEX ${name} ON ${quoted(table)} ${columns}`, duplicates(table, it)),
    step(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${name} ${kind} USING INDEX ${name}`, table, exclusive),
  ];
}

const addIndex = (table: TableName, definition: string, check: string | null = null): Step =>
  step(
    definition.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY '),
    table,
    { ...online, work: 'index' },
    {
      onCopy: definition,
      note: 'Outside of a transaction. When it fails, drop the invalid index and try again.',
      check,
    },
  );

function duplicates(table: TableName, { definition }: ItemShape): string | null {
  const [, columns] = /^[^(]{0,40}\(([^)]{1,2000})\)/.exec(definition) ?? [];
  return columns === undefined
    ? null
    : `SELECT count(*) FROM (SELECT 1 FROM ${quoted(table)} GROUP BY ${columns} HAVING count(*) > 1) d`;
}

/** NOT VALID takes the lock for a moment; the rows are read afterwards, under a lock that lets writes through. */
function addValidated(table: TableName, it: ItemShape): Step[] {
  if (/ (?:NOT VALID|NOT ENFORCED)$/.test(it.definition)) return [step(addText(table, it), table, noWrites)];
  const [, expression] = it.kind === 'check' ? (/^CHECK \((.*)\)$/s.exec(it.definition) ?? []) : [];
  return [
    step(`${addText(table, it)} NOT VALID`, table, it.kind === 'check' ? exclusive : noWrites),
    step(
      `ALTER TABLE ${quoted(table)} VALIDATE CONSTRAINT ${column(it.name ?? '')}`,
      table,
      { ...online, work: 'scan' },
      {
        check: expression === undefined ? null : `SELECT count(*) FROM ${quoted(table)} WHERE NOT (${expression})`,
        note: expression === undefined ? 'Fails when a row refers to none.' : null,
      },
    ),
  ];
}

function columnSteps(current: TableShape, wanted: TableShape, rowsOf: RowsOf): Step[] {
  const table = quoted(wanted);
  const steps: Step[] = [];
  for (const it of current.columns)
    if (!wanted.columns.some((other) => other.name === it.name))
      steps.push(
        step(`ALTER TABLE ${table} DROP COLUMN ${column(it.name)}`, wanted, exclusive, {
          losesData: true,
          note: 'Down adds the column without its values.',
        }),
      );
  for (const it of wanted.columns) {
    const before = current.columns.find((other) => other.name === it.name);
    if (before === undefined) steps.push(...addColumn(wanted, it));
    else if (before.definition !== it.definition) steps.push(...changeColumn(wanted, before, it, rowsOf));
  }
  return steps;
}

function addColumn(table: TableName, it: ColumnShape): Step[] {
  const fails = it.parts?.required === true && it.parts.default === null && it.parts.generated === '';
  const sequences = sequencesOf([it]).map((one) => one.sequence);
  const added = step(`ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText(it)}`, table, exclusive, {
    check: fails ? `SELECT count(*) FROM ${quoted(table)}` : null,
    note: fails ? 'NOT NULL without a default fails on a table with rows: give it a default.' : null,
  });
  return [
    ...sequences.map((name) => step(`CREATE SEQUENCE IF NOT EXISTS ${name}`, null, none)),
    added,
    ...sequences.map((name) => step(`ALTER SEQUENCE ${name} OWNED BY ${quoted(table)}.${column(it.name)}`, null, none)),
  ];
}

function changeColumn(table: TableName, before: ColumnShape, it: ColumnShape, rowsOf: RowsOf): Step[] {
  const [old, now] = [before.parts, it.parts];
  if (old === null || now === null || old.generated !== now.generated)
    throw new Refusal(
      `Whether "${shownTable(table)}.${it.name}" is generated cannot be changed in place: add a new column instead.`,
    );
  const alter = `ALTER TABLE ${quoted(table)} ALTER COLUMN ${column(it.name)}`;
  const steps: Step[] = [];
  const isRetyped = old.type !== now.type;
  if (old.required && !now.required) steps.push(step(`${alter} DROP NOT NULL`, table, exclusive));
  if (old.default !== null && (isRetyped || now.default === null))
    steps.push(step(`${alter} DROP DEFAULT`, table, exclusive));
  if (isRetyped) {
    const type = now.type.split(' COLLATE ')[0] ?? '';
    const sql = `${alter} TYPE ${now.type} USING ${column(it.name)}::${type}`;
    steps.push(step(sql, table, exclusive, holds(old.type, type) ? {} : lossy));
  }
  if (now.default !== null && (isRetyped || now.default !== old.default))
    steps.push(step(`${alter} SET DEFAULT ${now.default}`, table, exclusive));
  if (!old.required && now.required) steps.push(...requireValues(table, it.name, rowsOf(table) ?? 0));
  return steps;
}

const lossy = { losesData: true, note: 'Fails, rounds or shortens where a value does not fit the new type.' } as const;

/** From narrow to wide: a later type of a list holds every value of an earlier one. */
const widening = [
  ['smallint', 'integer', 'bigint', 'numeric'],
  ['real', 'double precision'],
  ['date', 'timestamp without time zone'],
];

const holds = (from: string, to: string): boolean =>
  to === 'text' || widening.some((it) => it.includes(from) && it.indexOf(from) < it.indexOf(to));

function requireValues(table: TableName, name: string, rows: number): Step[] {
  const alter = `ALTER TABLE ${quoted(table)}`;
  const check = `SELECT count(*) FROM ${quoted(table)} WHERE ${column(name)} IS NULL`;
  const last = (work: 'scan' | 'catalog') =>
    step(`${alter} ALTER COLUMN ${column(name)} SET NOT NULL`, table, { ...exclusive, work }, { check });
  if (rows < largeTable) return [last('scan')];
  const proof = column(`${name}_is_not_null`);
  return [
    step(`${alter} ADD CONSTRAINT ${proof} CHECK (${column(name)} IS NOT NULL) NOT VALID`, table, exclusive),
    step(`${alter} VALIDATE CONSTRAINT ${proof}`, table, { ...online, work: 'scan' }, { check }),
    last('catalog'),
    step(`${alter} DROP CONSTRAINT ${proof}`, table, exclusive),
  ];
}

function commentSteps(current: TableShape, wanted: TableShape): Step[] {
  const said = (comment: string | null) => (comment === null ? 'NULL' : literal(comment));
  const ofTable =
    current.comment === wanted.comment
      ? []
      : [step(`COMMENT ON TABLE ${quoted(wanted)} IS ${said(wanted.comment)}`, wanted, online)];
  const ofColumns = wanted.columns
    .filter((it) => (current.columns.find((other) => other.name === it.name)?.comment ?? null) !== it.comment)
    .map((it) => step(`COMMENT ON COLUMN ${quoted(wanted)}.${column(it.name)} IS ${said(it.comment)}`, wanted, online));
  return [...ofTable, ...ofColumns];
}
