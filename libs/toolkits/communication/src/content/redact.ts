import type { Passage } from '@assay/content-rules';

/** Replaces what was found; overlapping passages become one. */
export function redact(text: string, found: readonly Passage[]): string {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (const { start, end, class: kind } of sorted) {
    if (end <= at) continue;
    result += `${text.slice(at, Math.max(at, start))}[${kind.replace(/^\w+\./, '')} removed]`;
    at = end;
  }
  return result + text.slice(at);
}
