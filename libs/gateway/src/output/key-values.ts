import { memberNames, pointerStep } from '@assay/kernel';
import { isText } from './output-text.js';

/** Facts of a result: most of them, and the longest value, in characters. */
const maxFacts = 40;
const maxValue = 80;
const deepest = 8;
/** Values looked at on one level. */
const widest = 2_000;

/**
 * The facts of a result as keys and values (L3): of JSON its scalars by JSON pointer, in their order; of text its lines
 * that read `key: value` or `key = value`. Lists say how long they are. Undefined when nothing of the kind is there.
 */
export function keyValues(output: unknown): Readonly<Record<string, unknown>> | undefined {
  const facts = isText(output) ? factsOfText(output) : factsOfJson(output);
  return facts.length === 0 ? undefined : Object.fromEntries(facts.slice(0, maxFacts));
}

type Fact = readonly [string, unknown];

function factsOfText(text: string): Fact[] {
  const facts: Fact[] = [];
  for (const line of text.split('\n', maxFacts * 100)) {
    const [, key, value] = /^\s{0,8}([\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}?) ?[:=] ?(\S.{0,400})/u.exec(line) ?? [];
    if (key !== undefined && value !== undefined) facts.push([key, short(value)]);
    if (facts.length === maxFacts) break;
  }
  return facts;
}

/** Breadth first, so that what stands at the top is there when not everything can be. */
function factsOfJson(output: unknown): Fact[] {
  const facts: Fact[] = [];
  let level: (readonly [string, unknown])[] = [['', output]];
  for (let depth = 0; depth <= deepest && level.length > 0 && facts.length < maxFacts; depth += 1) {
    const below: (readonly [string, unknown])[] = [];
    for (const [at, value] of level) {
      if (typeof value !== 'object' || value === null)
        facts.push([at || 'value', isText(value) ? short(value) : value]);
      else if (Array.isArray(value)) {
        facts.push([`${at}/length`, value.length]);
        below.push(...value.slice(0, maxFacts).map((item, index) => [`${at}/${index}`, item] as const));
      } else
        below.push(
          ...memberNames(value)
            .slice(0, maxFacts)
            .map((name) => [at + pointerStep(name), (value as Readonly<Record<string, unknown>>)[name]] as const),
        );
    }
    level = below.slice(0, widest);
  }
  return facts;
}

const short = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= maxValue ? trimmed : `${[...trimmed.slice(0, maxValue * 2)].slice(0, maxValue).join('')}…`;
};
