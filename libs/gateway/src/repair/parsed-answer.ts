import { withoutFence } from '@assay/kernel';

/** Longer answers are not read. */
const longest = 200_000;

/** A model's answer as the JSON object it was asked for, with or without a fence around it; undefined when it is none. */
export function parsedAnswer(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > longest) return undefined;
  try {
    const value: unknown = JSON.parse(withoutFence(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
