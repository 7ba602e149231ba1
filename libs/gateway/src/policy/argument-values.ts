/** What one limit of a tool counts, at most; arguments with more are not valid for such tools. */
const maxValues = 100;
const inBrackets = /<([^<>]*)>\s*$/;

/** How people and channels are compared: without case, display name, and the sign before a channel's name. */
const normalised = (text: string): string =>
  (inBrackets.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^(?:mailto:|#)/i, '')
    .normalize('NFC')
    .toLowerCase();

function valueAt(input: unknown, pointer: string): unknown {
  let value = input;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The different texts at these places of an input; each element of a list counts. */
export function argumentValues(input: unknown, pointers: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pointer of pointers) {
    const value = valueAt(input, pointer);
    for (const it of Array.isArray(value) ? value : [value])
      if (typeof it === 'string' && it.trim() !== '' && found.size < maxValues) found.add(normalised(it));
  }
  return [...found];
}
