import { qualified, type Schema, type Table } from '../schema/schema.js';

/** Words of a text or a name, lower case, without endings of the plural. */
export function wordsOf(text: string): string[] {
  return text
    .slice(0, 10_000)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((it) => it.length > 1)
    .map(singular);
}

const singular = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

const weights = { name: 6, comment: 2, column: 1 };

/**
 * The tables that a question is about, best first, with the tables that join two of them. A word counts the less the
 * more tables have it (inverse document frequency); a word of a table's name counts most. Without a match, the tables
 * with the most foreign keys come first.
 */
export function chooseTables(schema: Schema, question: string, max: number): Table[] {
  const asked = new Set(wordsOf(question));
  const described = schema.tables.map((table) => ({
    table,
    name: new Set(wordsOf(table.name)),
    comment: new Set(wordsOf([table.comment ?? '', ...table.columns.map((it) => it.comment ?? '')].join(' '))),
    column: new Set(table.columns.flatMap((it) => wordsOf(it.name))),
  }));
  const places = ['name', 'comment', 'column'] as const;
  const rarity = (word: string): number => {
    const having = described.filter((it) => places.some((place) => it[place].has(word))).length;
    return Math.log(1 + schema.tables.length / Math.max(1, having));
  };
  const scored = described.map((it) => ({
    table: it.table,
    score: [...asked].reduce(
      (sum, word) =>
        sum +
        rarity(word) * places.reduce((best, place) => Math.max(best, it[place].has(word) ? weights[place] : 0), 0),
      0,
    ),
  }));
  const degrees = degreesOf(schema);
  const order = (a: (typeof scored)[number], b: (typeof scored)[number]) =>
    b.score - a.score || (degrees.get(b.table) ?? 0) - (degrees.get(a.table) ?? 0);
  const ranked = scored.sort(order);
  const matching = ranked.filter((it) => it.score > 0);
  const chosen = (matching.length > 0 ? matching : ranked).slice(0, max).map((it) => it.table);
  return withJoining(schema, chosen, max);
}

const refersTo = (from: Table, to: Table): boolean =>
  from.foreignKeys.some((it) => it.table === to.name && (it.schema === null || it.schema === to.schema));

function degreesOf({ tables }: Schema): Map<Table, number> {
  const degree = (table: Table) =>
    table.foreignKeys.length + tables.filter((it) => it !== table && refersTo(it, table)).length;
  return new Map(tables.map((it) => [it, degree(it)]));
}

/** A table that refers to two chosen ones is needed to join them, and so is one that a chosen table refers to. */
function withJoining({ tables }: Schema, chosen: readonly Table[], max: number): Table[] {
  const added = tables.filter(
    (it) =>
      !chosen.includes(it) &&
      (chosen.filter((other) => refersTo(it, other)).length >= 2 || chosen.some((other) => refersTo(other, it))),
  );
  return [...chosen, ...added].slice(0, max);
}

/** Whether a table only relates others: its key is made of foreign keys to at least two tables. */
export function isJunction(table: Table): boolean {
  const referring = new Set(table.foreignKeys.flatMap((it) => it.columns));
  const targets = new Set(table.foreignKeys.map((it) => `${it.schema}.${it.table}`));
  return targets.size >= 2 && table.primaryKey.length >= 2 && table.primaryKey.every((it) => referring.has(it));
}

/** The tables that a call names, or those that its question is about. */
export function namedOrChosen(schema: Schema, names: readonly string[], question: string, max: number): Table[] {
  return names.length > 0
    ? schema.tables.filter((it) => names.includes(it.name) || names.includes(qualified(it))).slice(0, max)
    : chooseTables(schema, question, max);
}
