import { identityText } from '../json-value.js';
import { JsonSameness } from './json-sameness.js';
import type { SchemaDocument } from './schema-document.js';
import type { SchemaNode } from './space.js';

/**
 * Whether two schemas of two documents are the same text, so that no comparison is needed. References count as the same
 * only if every reference of both documents has the same text and the same target text.
 */
export class Likeness {
  readonly #one: SchemaDocument;
  readonly #other: SchemaDocument;
  readonly #sameness = new JsonSameness((key) => !Object.hasOwn(references, key) || this.#agree());
  #referencesAgree: boolean | undefined;

  constructor(one: SchemaDocument, other: SchemaDocument) {
    this.#one = one;
    this.#other = other;
  }

  areAlike(a: SchemaNode, b: SchemaNode): boolean {
    if (a.document === b.document || a.document.dialect !== b.document.dialect) return false;
    const bothWhole = (a.raw === a.document.root) === (b.raw === b.document.root);
    return bothWhole && this.same(a.raw, b.raw);
  }

  /** The same text, including the text their references resolve to. */
  same(a: unknown, b: unknown): boolean {
    return this.#sameness.same(a, b);
  }

  #agree(): boolean {
    this.#referencesAgree ??= isSelfContained(this.#one) && definitionsOf(this.#one) === definitionsOf(this.#other);
    return this.#referencesAgree;
  }
}

const references = { $ref: true, $dynamicRef: true, $recursiveRef: true, $id: true } as const;

/** Every reference points into the definitions. */
const isSelfContained = ({ root }: SchemaDocument): boolean => {
  const text = JSON.stringify(root);
  const outside = /"\$(?:ref|dynamicRef|recursiveRef)":"(?!#\/(?:\$defs|definitions)\/)/.test(text);
  return !outside && !text.includes('"$id":');
};

const definitionsOf = ({ root }: SchemaDocument): string => identityText([root.$defs, root.definitions]);
