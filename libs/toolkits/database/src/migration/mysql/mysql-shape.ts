import { quoteName } from '../../names.js';
import { nameAndRest, splitCreate } from '../create-text.js';
import type { ReadAll } from '../migration-dialect.js';
import type { ItemKind, ItemShape, Shape, TableShape } from '../shape.js';

const tables = `SELECT TABLE_NAME AS name, TABLE_COMMENT AS comment FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`;

/** SHOW CREATE TABLE has a line for each column, key and constraint, in the server's own words. */
export async function readMysqlShape(all: ReadAll): Promise<Shape> {
  const found: TableShape[] = [];
  for (const { name, comment } of await all(tables, [])) {
    const [row] = await all(`SHOW CREATE TABLE ${quoteName('mysql', String(name))}`, []);
    found.push(tableOf(String(name), String(comment ?? ''), String(row?.['Create Table'] ?? '')));
  }
  return { tables: found, enums: [] };
}

function tableOf(name: string, comment: string, sql: string): TableShape {
  const { parts, options } = splitCreate(sql);
  const columns = parts.filter((it) => it.startsWith('`')).map(nameAndRest);
  return {
    schema: null,
    name,
    comment: comment === '' ? null : comment,
    columns: columns.map((it) => ({ name: it.name, definition: it.rest, parts: null, comment: null })),
    items: parts.filter((it) => !it.startsWith('`')).map(itemOf),
    options: options.replace(/ AUTO_INCREMENT=\d+/, ''),
  };
}

const kinds: readonly (readonly [RegExp, ItemKind])[] = [
  [/^PRIMARY KEY/, 'primary key'],
  [/FOREIGN KEY/, 'foreign key'],
  [/CHECK \(/, 'check'],
];

function itemOf(part: string): ItemShape {
  const constraint = part.startsWith('CONSTRAINT `') ? nameAndRest(part.slice('CONSTRAINT '.length)) : null;
  const definition = constraint?.rest ?? part;
  const kind = kinds.find(([begin]) => begin.test(definition))?.[1] ?? 'index';
  const [, key] = /KEY (`(?:[^`]|``){1,64}`) \(/.exec(definition) ?? [];
  const [, target] = /REFERENCES (`(?:[^`]|``){1,64}`)/.exec(definition) ?? [];
  return {
    kind,
    name: constraint?.name ?? (kind === 'index' && key !== undefined ? nameAndRest(key).name : null),
    definition,
    references: target === undefined ? null : { schema: null, name: nameAndRest(target).name },
  };
}
