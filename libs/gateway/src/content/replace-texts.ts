import { isRawNumber } from '@assay/contracts';

/** Shorter texts would tear ordinary words apart. */
const shortest = 4;

export type ReplaceTexts = <T>(value: T) => T;

/**
 * Replaces exact texts by others at any depth of a JSON value, names of members included, the longest first. A value that
 * has none of them is returned as it is. Cost: one search for each text.
 */
export function replacing(texts: ReadonlyMap<string, string>): ReplaceTexts {
  const found = [...texts].filter(([it]) => it.length >= shortest).sort(([a], [b]) => b.length - a.length);
  const whole = new Map(texts);
  const inText = (text: string): string =>
    whole.get(text) ??
    found.reduce((rest, [from, to]) => (rest.includes(from) ? rest.replaceAll(from, to) : rest), text);
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (typeof value === 'number') return whole.get(String(value)) ?? value;
    if (isRawNumber(value)) return whole.get(value.rawJSON) ?? value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(replace);
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [inText(key), replace(it)]));
  };
  return (texts.size === 0 ? (value: unknown) => value : replace) as ReplaceTexts;
}
