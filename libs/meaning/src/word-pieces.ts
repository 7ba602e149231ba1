/**
 * Splits text as BERT's uncased models do (https://arxiv.org/abs/1810.04805): lower case without accents, punctuation
 * and Chinese characters apart, then each word into the longest pieces of the vocabulary from left to right. Pieces
 * within a word begin with `##`. A word that cannot be put together from pieces is left out.
 */

/** Longer words are not split: nobody wrote them. */
const maxWordLength = 100;

const words = /\p{Script=Han}|[^\s\p{P}\p{S}\p{Script=Han}\p{C}]+|[\p{P}\p{S}]/gu;

/** Only such text can have accents. */
const beyondAscii = /[\u0080-\uffff]/;

/** Token numbers by token. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Calls `found` with the number of each token of `text`, in order; at most `maxTokens` of them. */
export function eachToken(
  text: string,
  vocabulary: Vocabulary,
  maxTokens: number,
  found: (token: number) => void,
): void {
  let count = 0;
  const plain = (beyondAscii.test(text) ? text.normalize('NFD').replaceAll(/\p{Mn}/gu, '') : text).toLowerCase();
  for (const [word] of plain.matchAll(words)) {
    for (const token of piecesOf(word, vocabulary)) {
      found(token);
      count += 1;
      if (count === maxTokens) return;
    }
  }
}

function piecesOf(word: string, vocabulary: Vocabulary): readonly number[] {
  const whole = vocabulary.get(word);
  if (whole !== undefined) return [whole];
  if (word.length > maxWordLength) return [];
  const pieces: number[] = [];
  for (let from = 0; from < word.length; ) {
    const piece = longestPiece(word, from, vocabulary);
    if (piece === undefined) return [];
    pieces.push(piece.token);
    from = piece.end;
  }
  return pieces;
}

function longestPiece(word: string, from: number, vocabulary: Vocabulary): { token: number; end: number } | undefined {
  for (let end = word.length; end > from; end -= 1) {
    const token = vocabulary.get(from === 0 ? word.slice(0, end) : `##${word.slice(from, end)}`);
    if (token !== undefined) return { token, end };
  }
  return undefined;
}
