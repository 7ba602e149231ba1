/** A vocabulary of pieces of words. A piece that begins a word begins with `▁`. */
export interface Pieces {
  /** By piece, its number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By number, the natural logarithm of the piece's probability. */
  readonly scores: Float32Array;
  /** Length of the longest piece, in UTF-16 units. */
  readonly longest: number;
  /** The score of a character that no piece has. */
  readonly unknown: number;
}

const space = '▁';
const noPiece = -1;

const joined = (text: string): string =>
  space + text.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(space);

/**
 * The numbers of the pieces in the most probable split of `text` (unigram model, Kudo 2018), without regard to case;
 * spaces, and characters that no piece has, are left out. Reads at most `maxLength` UTF-16 units.
 */
export function textPieces(text: string, { numbers, scores, longest, unknown }: Pieces, maxLength: number): number[] {
  const whole = joined(text.slice(0, maxLength));
  const best = new Float64Array(whole.length + 1).fill(Number.NEGATIVE_INFINITY);
  const start = new Int32Array(whole.length + 1);
  const piece = new Int32Array(whole.length + 1).fill(noPiece);
  best[0] = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const last = Math.min(at + longest, whole.length);
    for (let end = at + 1; end <= last; end += 1) {
      const number = numbers.get(whole.slice(at, end));
      if (number === undefined && end > at + 1) continue;
      const total = (best[at] as number) + (number === undefined ? unknown : (scores[number] as number));
      if (total <= (best[end] as number)) continue;
      best[end] = total;
      start[end] = at;
      piece[end] = number ?? noPiece;
    }
  }
  const found: number[] = [];
  for (let end = whole.length; end > 0; end = start[end] as number) {
    const isSpace = end - (start[end] as number) === 1 && whole[end - 1] === space;
    if (piece[end] !== noPiece && !isSpace) found.push(piece[end] as number);
  }
  return found.reverse();
}
