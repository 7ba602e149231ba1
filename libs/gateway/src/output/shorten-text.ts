/** Less than this of a text says nothing. */
const minText = 8;

/**
 * A text of at most so many characters, that takes at most so much room as JSON: the whole, or its beginning with its
 * length. Undefined when too little fits.
 */
export function shortenText(text: string, limit: number, room: number): { value: string; size: number } | undefined {
  if (text.length <= limit && text.length + 2 <= room) {
    const size = room === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(text).length;
    if (size <= room) return { value: text, size };
  }
  const note = `… (${text.length} characters)`;
  for (let keep = Math.min(limit, room - note.length - 2); keep >= minText; keep = Math.floor(keep * 0.7)) {
    // Not within a character of two units.
    const value = `${text.slice(0, keep).replace(/[\ud800-\udbff]$/, '')}${note}`;
    const size = room === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(value).length;
    if (size <= room && value.length < text.length) return { value, size };
  }
  return undefined;
}
