import type { JsonSchema } from '@assay/json-schema';
import { follow, type Reference, type Template } from '../template.js';
import type { JsonType, SchemaPart } from './json-types.js';
import { schemaAt } from './schema-at.js';

/** What is known, before anything runs, of a value that a step will be given. */
export type Given =
  /** Written down in the composition, or what the run is given where `isInput`. */
  | { readonly kind: 'literal'; readonly value: unknown; readonly isInput?: true }
  /** What a schema describes; not `sure` when there may be no value. `way` is the path in words. */
  | { readonly kind: 'part'; readonly part: SchemaPart; readonly sure: boolean; readonly way: string }
  | { readonly kind: 'types'; readonly types: ReadonlySet<JsonType> }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Given> }
  | { readonly kind: 'list'; readonly items: readonly Given[] }
  /** There is never a value. */
  | { readonly kind: 'absent'; readonly way: string }
  /** `untyped`: of a tool of this name, which declares no output schema. */
  | { readonly kind: 'unknown'; readonly untyped?: string };

export const unknown: Given = Object.freeze({ kind: 'unknown' });

/** What stands at a source of values: a value that is known, a schema that was declared, or undefined. */
export type Standing =
  | { readonly value: unknown }
  | { readonly schema: JsonSchema }
  | { readonly untyped: string }
  | undefined;

export type StandingOf = (source: Reference['source']) => Standing;

/** What a template makes of what stands at its sources. */
export function givenOf(template: Template, standingOf: StandingOf): Given {
  switch (template.kind) {
    case 'literal':
      return template;
    case 'reference':
      return givenAt(standingOf(template.reference.source), template.reference.path);
    case 'expression':
      return unknown;
    case 'list':
      return { kind: 'list', items: template.items.map((item) => givenOf(item, standingOf)) };
    case 'object': {
      const members = template.members.map(([name, member]) => [name, givenOf(member, standingOf)] as const);
      return { kind: 'object', members: new Map(members) };
    }
  }
}

/** What stands on a path into what stands at a source. */
export function givenAt(standing: Standing, path: readonly string[]): Given {
  const way = path.join('.');
  if (standing === undefined) return unknown;
  if ('untyped' in standing) return { kind: 'unknown', untyped: standing.untyped };
  if ('value' in standing) {
    const value = follow(standing.value, path);
    return value === undefined ? { kind: 'absent', way } : { kind: 'literal', value, isInput: true };
  }
  const there = schemaAt(standing.schema, path);
  if (there.kind === 'unknown') return unknown;
  return there.kind === 'absent' ? { kind: 'absent', way } : { ...there, way };
}
