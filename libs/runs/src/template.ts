import { pointerStep } from '@assay/kernel';
import { type Expression, expressionIn } from './expression.js';
import type { Source } from './source.js';

export type { Source } from './source.js';

export interface Reference {
  readonly source: Source;
  /** Own members on the way into the value, outermost first; positions of lists in decimal. */
  readonly path: readonly string[];
}

/** JSON with references in it, read once; what holds none is one literal. */
export type Template =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, template: Template])[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'expression'; readonly expression: Expression };

/** What the expressions of a template came to, each evaluated once before it is filled. */
export type Computed = ReadonlyMap<Expression, unknown>;

/** Reads an expression at its place in the tree; undefined when it cannot be read, which has been reported. */
export type ReadExpression = (
  found: NonNullable<ReturnType<typeof expressionIn>>,
  place: string,
) => Expression | undefined;

/** How a reference without a target is treated: null, or omitted from its object or list. */
export type Missing = 'null' | 'omit';

/** What a text refers to, at its place in the tree (a JSON pointer); undefined when it is no reference. */
export type ReadReference = (text: string, place: string) => Reference | undefined;

/** Reads a tree of JSON. Only whole texts are references; without `expression` nothing is computed. */
export function readTemplate(value: unknown, read: ReadReference, place = '', expression?: ReadExpression): Template {
  if (typeof value === 'string') {
    const reference = read(value, place);
    return reference === undefined ? literal(value) : { kind: 'reference', reference };
  }
  if (Array.isArray(value)) {
    const items = value.map((item, at) => readTemplate(item, read, place + pointerStep(at), expression));
    return items.every(isLiteral) ? literal(value) : { kind: 'list', items };
  }
  if (typeof value !== 'object' || value === null) return literal(value);
  const found = expression && expressionIn(value);
  if (found !== undefined) {
    const computed = expression?.(found, place);
    return computed === undefined ? literal(null) : { kind: 'expression', expression: computed };
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, readTemplate(member, read, place + pointerStep(name), expression)] as const,
  );
  return members.every(([, template]) => isLiteral(template)) ? literal(value) : { kind: 'object', members };
}

const literal = (value: unknown): Template => ({ kind: 'literal', value });
const isLiteral = ({ kind }: Template): boolean => kind === 'literal';

/**
 * Puts values into a template, once: what they hold is never searched for references. Undefined only when the template
 * is itself a reference that leads nowhere, under `omit`.
 */
export function fill(
  template: Template,
  lookUp: (source: Source) => unknown,
  missing: Missing,
  computed?: Computed,
): unknown {
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'reference': {
      const found = follow(lookUp(template.reference.source), template.reference.path);
      return found === undefined && missing === 'null' ? null : found;
    }
    case 'expression': {
      const found = computed?.get(template.expression);
      return found === undefined && missing === 'null' ? null : found;
    }
    case 'list':
      return template.items.map((item) => fill(item, lookUp, missing, computed)).filter((item) => item !== undefined);
    case 'object': {
      const filled: Record<string, unknown> = {};
      const { members } = template;
      // By positions, the pairs too: this runs for every step, and taking them apart by iterators is half as slow again.
      for (let at = 0; at < members.length; at += 1) {
        const pair = members[at] as (typeof members)[number];
        const name = pair[0];
        const member = pair[1];
        const value = member.kind === 'literal' ? member.value : fill(member, lookUp, missing, computed);
        if (value !== undefined) setOwn(filled, name, value);
      }
      return filled;
    }
  }
}

/** An own member, also when it is called as the way to the prototype is. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Follows own members of objects and positions of lists; undefined where there is none. */
export function follow(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    // A list has its length as an own member, which is none of its JSON.
    if (Array.isArray(at) && !isPosition.test(step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

const isPosition = /^(?:0|[1-9]\d*)$/;

/** Every reference in a template, in the order of the text. */
export function referencesIn(template: Template): Reference[] {
  switch (template.kind) {
    case 'literal':
      return [];
    case 'reference':
      return [template.reference];
    case 'expression': {
      const { steps, prev } = template.expression;
      return [...steps.map(([, source]) => source), ...(prev === undefined ? [] : [prev])].map((source) => ({
        source,
        path: [],
      }));
    }
    case 'list':
      return template.items.flatMap(referencesIn);
    case 'object':
      return template.members.flatMap(([, member]) => referencesIn(member));
  }
}

/** Every expression in a template with its place (a JSON pointer), in the order of the text. */
export function expressionsIn(template: Template, place = ''): (readonly [Expression, string])[] {
  switch (template.kind) {
    case 'literal':
    case 'reference':
      return [];
    case 'expression':
      return [[template.expression, place]];
    case 'list':
      return template.items.flatMap((item, at) => expressionsIn(item, place + pointerStep(at)));
    case 'object':
      return template.members.flatMap(([name, member]) => expressionsIn(member, place + pointerStep(name)));
  }
}
