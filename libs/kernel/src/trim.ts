/**
 * A text without these characters at its end, in one pass: an expression such as `x+$` looks at every run of them anew
 * from each of its characters.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What a model puts between fences of Markdown, with or without the word `json`. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const from = trimmed.startsWith('```') ? (trimmed.startsWith('json', 3) ? 7 : 3) : 0;
  const to = trimmed.endsWith('```') ? trimmed.length - 3 : trimmed.length;
  return trimmed.slice(from, Math.max(from, to)).trim();
}
