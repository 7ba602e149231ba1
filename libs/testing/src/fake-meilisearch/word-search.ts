import type { FakeSettings } from './fake-settings.js';
import type { Fields } from './filter-expression.js';

/** A place in an order of so many, as ranking rules give it: `of` is the best. */
interface Rank {
  readonly rank: number;
  readonly of: number;
}

export interface Ranked {
  readonly fields: Fields;
  /** The rules' ranks one after the other: more is better. */
  readonly ranks: readonly number[];
  readonly score: number;
}

interface WordMatch {
  readonly typos: number;
  /** Place of the best attribute that has the word. */
  readonly attribute: number;
}

const wordsOf = (text: unknown): string[] =>
  String(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Documents that match a query's words under a strategy, each with its ranking score. */
export function rankByWords(
  documents: readonly Fields[],
  q: string,
  strategy: string,
  settings: FakeSettings,
): Ranked[] {
  const words = wordsOf(q).slice(0, 10);
  if (words.length === 0) return documents.map((fields) => ({ fields, ranks: [], score: 1 }));
  const matches = documents.map((fields) => words.map((word) => matchOf(fields, word, settings)));
  const order = words.map((_, at) => at);
  const having = order.map((at) => matches.filter((match) => match[at] !== undefined).length);
  if (strategy === 'frequency') order.sort((a, b) => (having[a] ?? 0) - (having[b] ?? 0));
  return documents.flatMap((fields, at) => {
    const found = order.map((word) => matches[at]?.[word]);
    const first = found.indexOf(undefined);
    const kept = first < 0 ? found.length : first;
    if (kept === 0 || (strategy === 'all' && kept < words.length)) return [];
    const ranks = ranksOf(
      found.slice(0, kept).filter((match) => match !== undefined),
      words.length,
      settings,
    );
    return [{ fields, ranks: ranks.map(({ rank }) => rank), score: scoreOf(ranks) }];
  });
}

function ranksOf(found: readonly WordMatch[], words: number, { searchableAttributes }: FakeSettings): Rank[] {
  const typos = found.reduce((sum, match) => sum + match.typos, 0);
  const attribute = Math.max(...found.map((match) => match.attribute));
  const attributes = searchableAttributes.length;
  return [
    { rank: found.length, of: words },
    { rank: Math.max(1, 2 * words + 1 - typos), of: 2 * words + 1 },
    { rank: attributes - attribute, of: attributes },
  ];
}

/** Each rule divides the step of the one before it. */
function scoreOf(ranks: readonly Rank[]): number {
  const whole = ranks.reduce((outer, inner) => ({
    rank: Math.max(0, outer.rank - 1) * inner.of + inner.rank,
    of: outer.of * inner.of,
  }));
  return whole.rank / whole.of;
}

function matchOf(fields: Fields, word: string, settings: FakeSettings): WordMatch | undefined {
  let best: WordMatch | undefined;
  settings.searchableAttributes.forEach((name, attribute) => {
    for (const own of wordsOf(fields[name] ?? '')) {
      const typos = typosBetween(word, own, settings);
      if (typos !== undefined && (best === undefined || typos < best.typos)) best = { typos, attribute };
    }
  });
  return best;
}

function typosBetween(asked: string, own: string, { typoTolerance, synonyms }: FakeSettings): number | undefined {
  if (asked === own) return 0;
  if (synonyms[asked]?.includes(own)) return 1;
  const { enabled = true, minWordSizeForTypos: { oneTypo = 5, twoTypos = 9 } = {} } = typoTolerance;
  const allowed = !enabled || asked.length < oneTypo ? 0 : asked.length < twoTypos ? 1 : 2;
  const distance = allowed === 0 ? Number.POSITIVE_INFINITY : changesBetween(asked, own);
  return distance <= allowed ? distance : undefined;
}

/** Fewest letters put in, left out, replaced or exchanged with their neighbour. */
function changesBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row, ...Array<number>(b.length).fill(0)]);
  rows[0] = Array.from({ length: b.length + 1 }, (_, column) => column);
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const exchanged =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? at(row - 2, column - 2) + 1
          : Number.POSITIVE_INFINITY;
      (rows[row] as number[])[column] = Math.min(replaced, exchanged, at(row - 1, column) + 1, at(row, column - 1) + 1);
    }
  }
  return at(a.length, b.length);
}
