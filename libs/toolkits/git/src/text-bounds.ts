export interface Bounded {
  readonly text: string;
  /** Characters that were left out. */
  readonly omitted: number;
}

/** Cuts a text at a line's end, at most `max` characters in. */
export function boundText(text: string, max: number): Bounded {
  if (text.length <= max) return { text, omitted: 0 };
  const end = text.lastIndexOf('\n', max);
  const kept = text.slice(0, end > 0 ? end + 1 : max);
  return { text: kept, omitted: text.length - kept.length };
}
