import type { Issue } from '@assay/contracts';
import { compileSchema, type Validate } from '@assay/json-schema';
import { lruMap } from '@assay/kernel';
import type { SchemaPart } from './json-types.js';

/** About 10 KB each. */
const maxKept = 2_000;

interface Compiled {
  readonly root: SchemaPart['root'];
  readonly validate: Validate;
}

/** Compiled parts of schemas: ten thousand steps name few tools. */
const kept = lruMap<object, Compiled>(maxKept);

/** What is wrong with a value where a part of a schema describes it; each place is a pointer into the value. */
export function problemsOf(value: unknown, { schema, root }: SchemaPart): readonly Issue[] {
  if (schema === false) return [{ path: '', message: 'is not taken here' }];
  if (typeof schema !== 'object' || schema === null) return [];
  const issues = validatorOf(schema, root)({ value });
  return issues.map(({ path, message }) => ({ path: path.slice('/value'.length), message }));
}

function validatorOf(schema: object, root: SchemaPart['root']): Validate {
  const known = kept.get(schema);
  if (known?.root === root) return known.validate;
  const validate = compile(schema, root);
  kept.set(schema, { root, validate });
  return validate;
}

/** Beside the definitions of its document. A schema that refers to anything else in it cannot be read by itself: the call tells. */
function compile(schema: object, { $defs, definitions, $schema }: SchemaPart['root']): Validate {
  const beside = Object.entries({ $defs, definitions, $schema }).filter(([, it]) => it !== undefined);
  try {
    const validate = compileSchema({ ...Object.fromEntries(beside), type: 'object', properties: { value: schema } });
    return (instance) => {
      try {
        return validate(instance);
      } catch {
        return [];
      }
    };
  } catch {
    return () => [];
  }
}
