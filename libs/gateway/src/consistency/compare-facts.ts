import { agree } from './agree.js';
import type { FieldRule } from './field-rule.js';
import type { EntityFacts } from './read-facts.js';

/** A tool's answer as far as it can be compared. */
export interface Source {
  /** `ns/tool@version`. */
  readonly name: string;
  /** How far it is trusted, in [0, 1]. */
  readonly authority: number;
  readonly entities: readonly EntityFacts[];
}

/** What one source says of a field. */
export interface SourceClaim {
  readonly source: string;
  readonly authority: number;
  /** When it was so, as the source states; ms since the epoch. */
  readonly asOf: number | undefined;
  readonly value: unknown;
}

/** A field of a thing about which not all sources agree with the first. */
export interface Conflict {
  readonly entity: string;
  readonly rule: FieldRule;
  /** Where the first source says it: a JSON pointer into its output. */
  readonly path: string;
  /** One a source that says something of it; the first source's first. */
  readonly claims: readonly [SourceClaim, ...SourceClaim[]];
}

export interface FactComparison {
  readonly conflicts: readonly Conflict[];
  /** By source but the first: how many values could be compared, and how many of them do not agree with the first's. */
  readonly per: ReadonlyMap<string, { readonly compared: number; readonly conflicts: number }>;
}

/** Characters of texts that are compared for likeness; of what comes after them, only equality counts. */
const maxFuzzy = 2_000_000;

/**
 * The third layer of validation: compares what sources say of the same fields of the same things. The first source is the
 * one whose output is judged, and how a field is compared is as that one says. A field is in conflict when any other
 * source does not agree with it; what sources say of things it does not mention is not looked at.
 */
export function compareFacts(first: Source, others: readonly Source[]): FactComparison {
  const counts = new Map(others.map(({ name }) => [name, { compared: 0, conflicts: 0 }]));
  const indexed = others.map((source) => ({ source, by: new Map(source.entities.map((it) => [it.entity, it])) }));
  const conflicts: Conflict[] = [];
  let fuzzyLeft = maxFuzzy;
  for (const own of first.entities) {
    for (const [name, { rule, path, value }] of own.facts) {
      const claims: [SourceClaim, ...SourceClaim[]] = [claim(first, own.asOf, value)];
      let isContested = false;
      for (const { source, by } of indexed) {
        const their = by.get(own.entity);
        const fact = their?.facts.get(name);
        if (their === undefined || fact === undefined) continue;
        claims.push(claim(source, their.asOf, fact.value));
        const count = counts.get(source.name) as { compared: number; conflicts: number };
        count.compared += 1;
        fuzzyLeft -= fuzzyLength(value, rule);
        if (agree(value, fact.value, fuzzyLeft > 0 ? rule.tolerance : 'exact')) continue;
        count.conflicts += 1;
        isContested = true;
      }
      if (isContested) conflicts.push({ entity: own.entity, rule, path, claims });
    }
  }
  return { conflicts, per: counts };
}

const fuzzyLength = (value: unknown, { tolerance }: FieldRule): number =>
  typeof value === 'string' && typeof tolerance === 'object' && 'fuzzy' in tolerance ? value.length : 0;

const claim = ({ name, authority }: Source, asOf: number | undefined, value: unknown): SourceClaim => ({
  source: name,
  authority,
  asOf,
  value,
});
