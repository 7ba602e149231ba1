/**
 * Removes these characters from the end of a text in one pass: a pattern such as `x+$` rescans every run of them from
 * each of its characters.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The content of a Markdown code fence in a model's answer, with or without the tag `json`. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const from = trimmed.startsWith('```') ? (trimmed.startsWith('json', 3) ? 7 : 3) : 0;
  const to = trimmed.endsWith('```') ? trimmed.length - 3 : trimmed.length;
  return trimmed.slice(from, Math.max(from, to)).trim();
}
