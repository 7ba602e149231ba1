import type { Issue } from '@assay/contracts';
import { pointerStep } from '@assay/kernel';
import { isJson, type Json } from './document.js';

/** A longer chain of references is treated as a cycle. */
const maxChain = 32;

/** Finds what local references (`#/components/…`) of one document point to. */
export class References {
  constructor(private readonly root: Json) {}

  /** The value at a reference; undefined when it leads nowhere. Only own members are followed. */
  at(reference: string): unknown {
    let value: unknown = this.root;
    for (const step of stepsOf(reference)) {
      const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
      value = holds ? (value as Json)[step] : undefined;
    }
    return value;
  }

  /** The object itself, or the final target of its reference; undefined for a cycle or anything else. */
  resolve(value: unknown): Json | undefined {
    let found = value;
    for (let hops = 0; hops < maxChain; hops += 1) {
      if (!isJson(found)) return undefined;
      if (typeof found.$ref !== 'string') return found;
      found = this.at(found.$ref);
    }
    return undefined;
  }
}

/** The steps of a reference's JSON pointer, which may be percent-encoded. */
function stepsOf(reference: string): string[] {
  const pointer = reference.replace(/^#\/?/, '');
  if (pointer === '') return [];
  return pointer.split('/').map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The last step of a reference, for a name. */
export const lastStep = (reference: string): string => stepsOf(reference).at(-1) ?? '';

interface Place {
  readonly path: string;
  readonly value: unknown;
  /** The members are user-defined names, not keywords of the specification. */
  readonly names: boolean;
}

/** Every reference that cannot be resolved within the document, with its place; at most 50. */
export function brokenReferences(root: Json): Issue[] {
  const references = new References(root);
  const issues: Issue[] = [];
  const waiting: Place[] = [{ path: '', value: root, names: false }];
  for (let place = waiting.pop(); place !== undefined && issues.length < 50; place = waiting.pop()) {
    const { path, value, names } = place;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const below = `${path}${pointerStep(key)}`;
      if (!names && key === '$ref' && typeof member === 'string') {
        const problem = problemOf(member, references);
        if (problem !== undefined) issues.push({ path: below, message: problem });
      }
      const isExample = !names && (examples.has(key) || key.startsWith('x-'));
      if (!isExample) waiting.push({ path: below, value: member, names: !names && nameMaps.has(key) });
    }
  }
  return issues;
}

function problemOf(to: string, references: References): string | undefined {
  const shown = JSON.stringify(to.slice(0, 200));
  if (!to.startsWith('#')) return `refers to ${shown}, which would have to be fetched: put it into the document`;
  if (to !== '#' && !to.startsWith('#/')) return `refers to ${shown}: write it as a path that begins with "#/"`;
  return references.at(to) === undefined ? `refers to ${shown}, which leads nowhere` : undefined;
}

/** Data of any shape, in which nothing is a reference; so are extensions. */
const examples = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
const nameMaps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'paths',
  'webhooks',
  'content',
  'encoding',
  'variables',
  'mapping',
  'scopes',
]);
