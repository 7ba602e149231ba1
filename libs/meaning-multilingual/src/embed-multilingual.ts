import type { MultilingualTable } from './multilingual-table.js';
import { textPieces } from './text-pieces.js';

/** Characters of a text that are read; a query's beginning says what it wants. */
const maxLength = 1_000;

/**
 * The place of `text` in the space of the table of `@assay/meaning`: the sum of its pieces' vectors, scaled to length 1;
 * null when no piece is known. Common pieces have shorter vectors, so they count less (smooth inverse frequency, Arora et
 * al. 2017).
 */
export function embedMultilingual(text: string, table: MultilingualTable): Float32Array | null {
  const { pieces, vectors, scales, axes, reduced, dimensions } = table;
  const sum = new Float32Array(reduced);
  for (const piece of textPieces(text, pieces, maxLength)) {
    const scale = scales[piece] as number;
    const from = piece * reduced;
    for (let at = 0; at < reduced; at += 1) sum[at] = (sum[at] as number) + scale * (vectors[from + at] as number);
  }
  return unit(spread(sum, axes, dimensions));
}

/** From the main axes to the whole space. */
function spread(sum: Float32Array, axes: Float32Array, dimensions: number): Float32Array {
  const placed = new Float32Array(dimensions);
  sum.forEach((value, axis) => {
    const from = axis * dimensions;
    for (let at = 0; at < dimensions; at += 1)
      placed[at] = (placed[at] as number) + value * (axes[from + at] as number);
  });
  return placed;
}

function unit(vector: Float32Array): Float32Array | null {
  const length = Math.hypot(...vector);
  return length === 0 ? null : vector.map((value) => value / length);
}
