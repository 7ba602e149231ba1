/** Cedar counts bytes of UTF-8; people count lines and columns, both from 1. */
export const placeIn = (text: string, byte: number): string =>
  placeAfter(Buffer.from(text, 'utf8').subarray(0, byte).toString('utf8'));

/** The same of a place in JavaScript's characters. */
export const placeAt = (text: string, at: number): string => placeAfter(text.slice(0, at));

function placeAfter(before: string): string {
  const lines = before.split('\n');
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
}
