import list from './concepts.json' with { type: 'json' };

/**
 * What the parts of an attack on a model have in common, in English, whatever the words: each concept is a pattern over
 * text as `plainly` gives it, in lower case. Patterns have bounded repeats only, so that their time is linear in the text. A concept
 * with a weight is a sign by itself; the others count only beside another one (see `conjunctions`).
 */
export interface Concept {
  readonly id: string;
  readonly pattern: RegExp;
  /** As a sign by itself. */
  readonly weight?: number;
}

interface WrittenConcept {
  readonly id: string;
  readonly weight?: number;
  /** Alternatives. */
  readonly patterns: readonly string[];
}

const parts: Readonly<Record<string, string>> = list.parts;

/** `{{name}}` stands for a part that several patterns share. */
function withParts(pattern: string): string {
  return pattern.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`concepts.json has no part ${name}`);
    return part;
  });
}

const written: readonly WrittenConcept[] = list.concepts;

export const concepts: readonly Concept[] = written.map(({ id, weight, patterns }) => ({
  id,
  pattern: new RegExp(`(?:${patterns.map(withParts).join('|')})`, 'g'),
  ...(weight !== undefined && { weight }),
}));
