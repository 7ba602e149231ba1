/** Letters of the English alphabet, digits and underscores count two, others one: they are denser. */
const maxRun = 128;

/**
 * A text in which no run of letters, digits and underscores is longer than 64 (128 in scripts that set no spaces): a space
 * stands in place of what would make it longer. Offsets stay as they are. Rules repeat words a bounded number of times, so
 * that with bounded words their time is linear in the text. One pass.
 */
export function boundWords(text: string): string {
  let pieces: string[] | undefined;
  let copied = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const length = isWord(code) ? 2 : code > lastSign ? 1 : 0;
    if (length === 0) run = 0;
    else if (run + length <= maxRun) run += length;
    else {
      pieces ??= [];
      pieces.push(text.slice(copied, at), ' ');
      copied = at + 1;
      run = 0;
    }
  }
  if (pieces === undefined) return text;
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Behind it letters of other alphabets begin. */
const lastSign = 0xbf;

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
