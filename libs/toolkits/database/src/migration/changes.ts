import { type ItemShape, isSameTable, itemKey, type Shape, type TableShape } from './shape.js';

/** A table that both states have. */
export interface TablePair {
  readonly current: TableShape;
  readonly wanted: TableShape;
}

export interface TableItem {
  readonly table: TableShape;
  readonly it: ItemShape;
}

/** What differs between two states: whole tables, and the items (keys, indices, checks) of tables that both have. */
export interface ShapeChanges {
  readonly pairs: readonly TablePair[];
  readonly added: readonly TableShape[];
  readonly dropped: readonly TableShape[];
  /** Items that only the former state has. */
  readonly gone: readonly TableItem[];
  /** Items that only the wanted state has. */
  readonly fresh: readonly TableItem[];
}

export const isForeignKey = ({ kind }: ItemShape): boolean => kind === 'foreign key';

export const foreignKeys = ({ items }: TableShape): ItemShape[] => items.filter(isForeignKey);

/** Tables of the first state that the second one lacks. */
const tablesOnlyIn = (shape: Shape, other: Shape): TableShape[] =>
  shape.tables.filter((it) => !other.tables.some((table) => isSameTable(table, it)));

/** Items of the first table that the second one lacks. */
const itemsOnlyIn = (table: TableShape, other: TableShape): ItemShape[] => {
  const keys = new Set(other.items.map(itemKey));
  return table.items.filter((it) => !keys.has(itemKey(it)));
};

export function shapeChanges(from: Shape, to: Shape): ShapeChanges {
  const pairs = to.tables.flatMap((wanted) => {
    const current = from.tables.find((it) => isSameTable(it, wanted));
    return current === undefined ? [] : [{ current, wanted }];
  });
  return {
    pairs,
    added: tablesOnlyIn(to, from),
    dropped: tablesOnlyIn(from, to),
    gone: pairs.flatMap(({ current, wanted }) => itemsOnlyIn(current, wanted).map((it) => ({ table: wanted, it }))),
    fresh: pairs.flatMap(({ current, wanted }) => itemsOnlyIn(wanted, current).map((it) => ({ table: wanted, it }))),
  };
}
