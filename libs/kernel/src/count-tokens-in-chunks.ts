import type { CountTokens } from './count-tokens.js';
import type { Pause } from './pausing.js';

/** Characters counted before yielding: about 1 ms. */
const turn = 16_384;
/** How far back to search for a break, so that no word is split. */
const lookBack = 256;
/** Added per cut: a chunk on its own counts no fewer tokens than beside its neighbour. */
const seam = 2;

/** Counts a text in chunks and yields between them. Never returns fewer tokens than the text has, and few more. */
export async function countTokensInChunks(text: string, count: CountTokens, pause: Pause): Promise<number> {
  let tokens = 0;
  for (let from = 0; from < text.length; ) {
    const to = text.length - from <= turn ? text.length : breakBefore(text, from + turn);
    tokens += count(text.slice(from, to));
    if (to < text.length) {
      tokens += seam;
      await pause();
    }
    from = to;
  }
  return tokens;
}

/** The last white space or, without one, a boundary between two whole characters. */
function breakBefore(text: string, at: number): number {
  for (let back = at; back > at - lookBack; back -= 1) if (/\s/.test(text.charAt(back))) return back;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
