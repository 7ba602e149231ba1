import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Pieces } from './text-pieces.js';

/** What is known of the table without reading it. */
export interface MultilingualFacts {
  /** The model of the vectors with which these compare. */
  readonly space: string;
  /** Length of the vectors that texts get. */
  readonly dimensions: number;
  /** ISO 639-1 codes of the languages that the model behind the table was trained in. */
  readonly languages: readonly string[];
}

/** Vectors of pieces, on the main axes of the space: signed bytes, each piece with a scale of its own. */
export interface MultilingualTable extends MultilingualFacts {
  readonly pieces: Pieces;
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** Row by row: an axis of the space for each number of a piece's vector. */
  readonly axes: Float32Array;
  /** Numbers of a piece's vector. */
  readonly reduced: number;
}

const folder = new URL('../table/', import.meta.url);
const read = (name: string): Promise<Buffer> => readFile(new URL(name, folder));

/** As in table/table.json. */
export const multilingualFacts: MultilingualFacts = Object.freeze({
  space: 'static:all-MiniLM-L6-v2:1',
  dimensions: 256,
  languages: Object.freeze('ar de en es fr it ja ko nl pl pt ru th tr zh'.split(' ')),
});

const reduced = 128;
/** Names taken into the map before other work of the process has its turn. */
const atOnce = 10_000;
let kept: Promise<MultilingualTable> | undefined;

/** Reads the table of this package once per process: 18 MB, in pieces that let other work through. */
export function loadMultilingualTable(): Promise<MultilingualTable> {
  kept ??= readTable();
  return kept;
}

const floats = async (name: string): Promise<Float32Array> =>
  new Float32Array(Uint8Array.from(await read(name)).buffer);

async function readTable(): Promise<MultilingualTable> {
  const scores = await floats('scores.bin');
  const vectors = await read('vectors.bin');
  const numbers = await numbersOf((await read('pieces.txt')).toString().trimEnd().split('\n'));
  return {
    ...multilingualFacts,
    reduced,
    pieces: {
      ...numbers,
      scores,
      unknown: scores.reduce((lowest, score) => Math.min(lowest, score), 0) - 10,
    },
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
    scales: await floats('scales.bin'),
    axes: await floats('axes.bin'),
  };
}

async function numbersOf(names: readonly string[]): Promise<Pick<Pieces, 'numbers' | 'longest'>> {
  const numbers = new Map<string, number>();
  let longest = 0;
  for (const name of names) {
    longest = Math.max(longest, name.length);
    numbers.set(name, numbers.size);
    if (numbers.size % atOnce === 0) await setImmediate();
  }
  return { numbers, longest };
}
