import type { FindingClass, Place } from '@assay/kernel';
import type { ExamineContent, Examined } from '../content/examine-content.js';
import { maskPlaces } from '../content/mask-value.js';

/** What is kept of a call: without personal data and secrets. */
export interface MaskedExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  /** JSON pointers, below `/input` and `/output`. */
  readonly masked: readonly string[];
}

/** Replacements that still have the form of what they replace, so that schemas accept them; reserved for examples. */
const wellFormed: Partial<Record<string, (n: number) => string>> = {
  'personal.email': (n) => `person${n}@example.com`,
  'personal.phone': (n) => `+1 202 555 01${String(n % 100).padStart(2, '0')}`,
  'personal.ip': (n) => `192.0.2.${n % 255}`,
  'personal.birth-date': () => '2000-01-01',
  'personal.name': (n) => `Person ${n}`,
};

/**
 * Masks what the detectors find in a call. The same text gets the same replacement in arguments and result, so that what
 * a result repeats of its arguments still agrees with them. Undefined when something could not be examined to its end.
 */
export async function maskExample(
  input: Readonly<Record<string, unknown>>,
  output: unknown,
  content: Pick<ExamineContent, 'examine'>,
): Promise<MaskedExample | undefined> {
  const [asked, answered] = [await examine(content, input), await examine(content, output ?? null)];
  if (!asked.isWhole || !answered.isWhole) return undefined;
  const replaced = new Map<string, string>();
  const replace = (found: FindingClass, text: string): string => {
    const known = replaced.get(text);
    if (known !== undefined) return known;
    const n = replaced.size + 1;
    const made = wellFormed[found]?.(n) ?? `[${found.split('.').at(-1)} ${n}]`;
    replaced.set(text, made);
    return made;
  };
  const maskedInput = maskPlaces(input, asked.places, replace) as MaskedExample['input'];
  return {
    input: maskedInput,
    output: output === undefined ? undefined : maskPlaces(output, answered.places, replace),
    masked: [...pathsOf('/input', asked.places), ...pathsOf('/output', answered.places)],
  };
}

const examine = (content: Pick<ExamineContent, 'examine'>, value: unknown): Promise<Examined> =>
  content.examine(value, { instructions: false });

const pathsOf = (prefix: string, places: readonly Place[]): string[] => [
  ...new Set(places.map(({ path }) => prefix + path)),
];
