import { readFileSync } from 'node:fs';
import type { Vocabulary } from './word-pieces.js';

/** What is known of the table without reading it. */
export interface TableFacts {
  /** Changes with the table; vectors of different tables do not compare. */
  readonly model: string;
  /** Length of the vectors. */
  readonly dimensions: number;
}

/** Vectors of tokens: signed bytes, each token with a scale of its own. */
export interface TokenTable extends TableFacts {
  readonly vocabulary: Vocabulary;
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
}

const folder = new URL('../table/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, folder));

/** As in table/table.json. */
export const tableFacts: TableFacts = Object.freeze({ model: 'static:all-MiniLM-L6-v2:1', dimensions: 256 });

let kept: TokenTable | undefined;

/** Reads the table of this package once per process: 8 MB, in about 15 ms. */
export function tokenTable(): TokenTable {
  kept ??= readTable();
  return kept;
}

function readTable(): TokenTable {
  const tokens = read('vocabulary.txt').toString().trimEnd().split('\n');
  const vectors = read('vectors.bin');
  const scales = read('scales.bin');
  return {
    ...tableFacts,
    vocabulary: new Map(tokens.map((token, index) => [token, index])),
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
    scales: new Float32Array(Uint8Array.from(scales).buffer),
  };
}
