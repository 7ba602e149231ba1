import { canonicalJson } from '@assay/kernel';
import { type Json, jsonOf } from './document.js';
import { mediaTypeOf } from './media-type.js';
import type { References } from './references.js';
import type { SchemaBundle } from './schema-bundle.js';

/**
 * The schema of a successful answer: that of its 2xx JSON response; any of them when there are several; null for one
 * without a body beside others. Undefined, so that the output is untyped, when no success is JSON, or one of them has a
 * body without a schema.
 */
export function readOutput(operation: Json, references: References, bundle: SchemaBundle): Json | undefined {
  const successes = Object.entries(jsonOf(operation.responses))
    .filter(([status]) => /^2(?:\d\d|XX)$/i.test(status))
    .map(([, response]) => bodyOf(references.resolve(response) ?? {}));
  const described = successes.flatMap((it) => (it.kind === 'json' ? [it.schema] : []));
  if (described.length === 0 || successes.some((it) => it.kind === 'untyped')) return undefined;
  const carried = described.map((it) => bundle.carry(it));
  const all = successes.some((it) => it.kind === 'empty') ? [...carried, { type: 'null' }] : carried;
  const [only, ...others] = new Map(all.map((it) => [canonicalJson(it), it])).values();
  const schema = others.length === 0 ? only : { anyOf: [only, ...others] };
  return bundle.close(typeof schema === 'object' ? schema : {});
}

type Success = { readonly kind: 'json'; readonly schema: unknown } | { readonly kind: 'empty' | 'untyped' };

function bodyOf({ content }: Json): Success {
  const types = Object.entries(jsonOf(content));
  if (types.length === 0) return { kind: 'empty' };
  const json = types.find(([type]) => mediaTypeOf(type) === 'json' || type === '*/*');
  const { schema } = jsonOf(json?.[1]);
  return schema === undefined ? { kind: 'untyped' } : { kind: 'json', schema };
}
