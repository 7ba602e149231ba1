import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema, type JsonSchema } from '../json-schema.js';
import { identityText } from '../json-value.js';
import { SchemaPair } from './schema-pair.js';

const names = ['a', 'b', 'c'];
const name = fc.constantFrom(...names);
const values = [
  null,
  true,
  false,
  0,
  1,
  2,
  -1,
  1.5,
  '',
  'a',
  'b',
  'ab',
  [],
  [1],
  ['a'],
  {},
  { a: 1 },
  { a: 'a', b: 2 },
];
const value = fc.constantFrom<unknown>(...values);
const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Schemas of every keyword, small enough for random instances to match them now and then. */
const { schema } = fc.letrec<{ schema: JsonSchema; part: JsonSchema | boolean; keyword: JsonSchema }>((tie) => {
  const one = <T>(key: string, it: fc.Arbitrary<T>) => it.map((chosen): JsonSchema => ({ [key]: chosen }));
  const part = tie('part');
  const leaf = fc.oneof(
    one('type', fc.constantFrom(...types)),
    one('type', fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 })),
    one('enum', fc.uniqueArray(value, { minLength: 1, maxLength: 3 })),
    one('const', value),
    one('minimum', fc.constantFrom(0, 1, -1.5)),
    one('exclusiveMaximum', fc.constantFrom(1, 2, 5)),
    one('multipleOf', fc.constantFrom(1, 2, 0.5)),
    one('minLength', fc.constantFrom(0, 1, 2)),
    one('maxLength', fc.constantFrom(0, 1, 2)),
    one('pattern', fc.constantFrom('^a', 'b$', '^[a-z]+$')),
    one('format', fc.constantFrom('date', 'email', 'int32')),
    one('minItems', fc.constantFrom(0, 1, 2)),
    one('maxItems', fc.constantFrom(0, 1, 2)),
    one('uniqueItems', fc.boolean()),
    one('required', fc.uniqueArray(name, { minLength: 1, maxLength: 2 })),
    one('minProperties', fc.constantFrom(1, 2)),
    one('maxProperties', fc.constantFrom(0, 1, 2)),
    one('dependentRequired', fc.dictionary(name, fc.tuple(name), { minKeys: 1, maxKeys: 1 })),
    fc.constant<JsonSchema>({ $ref: '#/$defs/shared' }),
  );
  const deep = fc.oneof(
    one('properties', fc.dictionary(name, part, { minKeys: 1, maxKeys: 2 })),
    one('additionalProperties', part),
    one('patternProperties', fc.dictionary(fc.constantFrom('^a', '^x'), part, { minKeys: 1, maxKeys: 1 })),
    one('propertyNames', fc.constantFrom({ pattern: '^a' }, { enum: ['a', 'b'] })),
    one('items', part),
    one('prefixItems', fc.tuple(part)),
    one('contains', part),
    one('allOf', fc.tuple(part, part)),
    one('anyOf', fc.tuple(part, part)),
    one('oneOf', fc.tuple(part, part)),
    one('not', part),
    fc.tuple(part, part, part).map((all) => Object.fromEntries(['if', 'then', 'else'].map((key, i) => [key, all[i]]))),
    one('dependentSchemas', fc.dictionary(name, part, { minKeys: 1, maxKeys: 1 })),
    one('unevaluatedProperties', fc.constant(false)),
  );
  const merged = (keyword: fc.Arbitrary<JsonSchema>) =>
    fc.array(keyword, { minLength: 1, maxLength: 3 }).map((all): JsonSchema => Object.assign({}, ...all));
  return {
    keyword: fc.oneof({ depthSize: 'small' }, leaf, deep),
    part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), merged(leaf), merged(tie('keyword'))),
    schema: fc
      .tuple(merged(tie('keyword')), merged(leaf))
      .map(([own, shared]): JsonSchema => ({ ...own, $defs: { shared: { ...shared, $ref: undefined } } }))
      .map((it): JsonSchema => JSON.parse(JSON.stringify(it))),
  };
});

const { instance } = fc.letrec<{ instance: unknown }>((tie) => ({
  instance: fc.oneof(
    { depthSize: 'small' },
    value,
    fc.constantFrom<unknown>(3, 2.5, 'aab', '2024-01-01'),
    fc.array(tie('instance'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'x'), tie('instance'), { maxKeys: 3 }),
  ),
}));

/** A schema and a variation of it: one keyword more, one keyword less, a wrapper, or an unrelated schema. */
const pair = fc
  .tuple(schema, schema, fc.nat(4), fc.nat(50))
  .map(([one, other, way, at]): [JsonSchema, JsonSchema] => {
    const keys = Object.keys(one).filter((it) => it !== '$defs');
    const dropped = keys[at % Math.max(1, keys.length)] ?? '';
    if (way === 0) return [one, other];
    if (way === 1) return [one, { ...one, ...other, $defs: one.$defs }];
    if (way === 2) return [one, Object.fromEntries(Object.entries(one).filter(([key]) => key !== dropped))];
    const { $defs, ...own } = one;
    const { $defs: _left, ...more } = other;
    return way === 3 ? [one, { anyOf: [own, more], $defs }] : [one, { allOf: [own, more], $defs }];
  })
  .filter(([one, other]) => canBeCompiled(one) && canBeCompiled(other));

function canBeCompiled(it: JsonSchema): boolean {
  try {
    return compileSchema(it)(0) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Undefined where the validator itself throws, as it does on some schemas that list a property under several keywords.
 */
const accepts = (it: JsonSchema) => {
  const validate = compileSchema(it);
  return (candidate: unknown): boolean | undefined => {
    try {
      return validate(candidate).length === 0;
    } catch {
      return undefined;
    }
  };
};
const runs = { numRuns: 150 };
/** Beside listed items, the validator ignores that an empty array contains nothing. */
const isTrusted = (it: JsonSchema): boolean => {
  const text = JSON.stringify(it);
  return !(text.includes('"contains"') && text.includes('"prefixItems"'));
};

describe('over all instances', () => {
  it('never holds when an instance contradicts it, and never fails without a counter-example', () => {
    fc.assert(
      fc.property(pair, fc.array(instance, { minLength: 20, maxLength: 20 }), ([one, other], instances) => {
        fc.pre(isTrusted(one) && isTrusted(other));
        const outcome = new SchemaPair(one, other).decide('strict', 'older in newer');
        const [inOne, inOther] = [accepts(one), accepts(other)];
        if (outcome.verdict === 'holds')
          expect([...values, ...instances].filter((it) => inOne(it) === true && inOther(it) === false)).toEqual([]);
        if (outcome.verdict === 'fails')
          expect([inOne(outcome.witness) ?? true, inOther(outcome.witness) ?? false]).toEqual([true, false]);
      }),
      runs,
    );
  });

  it('holds between a schema and itself after reordering or wrapping members', () => {
    fc.assert(
      fc.property(schema, (one) => {
        fc.pre(canBeCompiled(one));
        const { $defs, ...own } = one;
        const reordered = Object.fromEntries(Object.entries(one).reverse());
        for (const other of [one, structuredClone(one), reordered, { $defs, allOf: [own] }]) {
          for (const relation of ['strict', 'closed', 'projected'] as const) {
            expect(new SchemaPair(one, other).decide(relation, 'older in newer').verdict).toBe('holds');
          }
        }
      }),
      runs,
    );
  });

  it('is transitive where it holds', () => {
    fc.assert(
      fc.property(schema, schema, schema, (one, two, three) => {
        const is = (a: JsonSchema, b: JsonSchema) => new SchemaPair(a, b).decide('strict', 'older in newer').verdict;
        const chain = [
          one,
          { anyOf: [one, two], $defs: one.$defs },
          { anyOf: [one, two, three], $defs: one.$defs },
        ] as const;
        if (is(chain[0], chain[1]) === 'holds' && is(chain[1], chain[2]) === 'holds') {
          expect(is(chain[0], chain[2])).not.toBe('fails');
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('over instances of named properties', () => {
  /** Objects as tools use them: listed properties, some required, in objects and arrays. */
  const { tool } = fc.letrec<{ tool: JsonSchema; property: JsonSchema }>((tie) => {
    const scalar = fc.constantFrom<JsonSchema>(
      { type: 'string' },
      { type: 'string', maxLength: 1 },
      { enum: ['a', 'b'] },
      { enum: ['a'] },
      { type: 'integer' },
      { type: 'number', minimum: 1 },
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    );
    return {
      property: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        scalar,
        tie('tool'),
        tie('tool').map((items): JsonSchema => ({ type: 'array', items })),
      ),
      tool: fc
        .record({
          properties: fc.dictionary(name, tie('property'), { minKeys: 1, maxKeys: 3 }),
          required: fc.uniqueArray(name, { maxLength: 1 }),
          additionalProperties: fc.constantFrom(true, false),
        })
        .map(
          ({ properties, required, additionalProperties }): JsonSchema => ({
            type: 'object',
            properties,
            required: required.filter((it) => Object.hasOwn(properties, it)),
            ...(additionalProperties ? {} : { additionalProperties }),
          }),
        ),
    };
  });

  /** The instance without the properties that the schema does not list, both walked together. */
  const projected = (it: unknown, by: JsonSchema): unknown => {
    if (Array.isArray(it)) return it.map((item) => projected(item, (by.items ?? {}) as JsonSchema));
    if (typeof it !== 'object' || it === null || by.properties === undefined) return it;
    const listed = by.properties as Record<string, JsonSchema>;
    const kept = Object.entries(it).filter(([key]) => Object.hasOwn(listed, key));
    return Object.fromEntries(kept.map(([key, member]) => [key, projected(member, listed[key] as JsonSchema)]));
  };
  const isEqual = (a: unknown, b: unknown): boolean => identityText(a) === identityText(b);
  const instances = fc.array(instance, { minLength: 40, maxLength: 40 });

  it('a widened input accepts what the older version accepted', () => {
    fc.assert(
      fc.property(tool, tool, instances, (older, newer, some) => {
        const outcome = new SchemaPair(older, newer).decide('closed', 'older in newer');
        const [before, after] = [accepts(older), accepts(newer)];
        const refuting = some
          .map((it) => projected(it, older))
          .filter((it) => before(it) === true && after(it) === false);
        if (outcome.verdict === 'holds') expect(refuting).toEqual([]);
        if (outcome.verdict !== 'fails') return;
        const isLost = after(outcome.witness) === false || !isEqual(projected(outcome.witness, newer), outcome.witness);
        expect([before(outcome.witness), isLost]).toEqual([true, true]);
      }),
      runs,
    );
  });

  it('a narrowed output produces what the older version produced, apart from new properties', () => {
    fc.assert(
      fc.property(tool, tool, instances, (older, newer, some) => {
        const outcome = new SchemaPair(older, newer).decide('projected', 'newer in older');
        const [before, after] = [accepts(older), accepts(newer)];
        const given = some.map((it) => projected(it, newer)).filter((it) => after(it) === true);
        const refuting = given.map((it) => projected(it, older)).filter((it) => before(it) === false);
        if (outcome.verdict === 'holds') expect(refuting).toEqual([]);
        if (outcome.verdict !== 'fails') return;
        expect([after(outcome.witness), before(projected(outcome.witness, older))]).toEqual([true, false]);
      }),
      runs,
    );
  });
});

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const suite = resolve(shared, 'json-schema-test-suite/tests');
const describeSuite = existsSync(suite) ? describe : describe.skip;

describeSuite('the official suite of JSON Schema', () => {
  interface Group {
    readonly schema: JsonSchema | boolean;
    readonly tests: readonly { readonly data: unknown }[];
  }
  const dialects = {
    draft7: 'http://json-schema.org/draft-07/schema#',
    'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  };
  const files = Object.entries(dialects).flatMap(([folder, dialect]) =>
    (existsSync(`${suite}/${folder}`) ? readdirSync(`${suite}/${folder}`) : [])
      .filter((it) => it.endsWith('.json'))
      .map((it) => [`${folder}/${it}`, dialect] as const),
  );

  it.each(files)('is never refuted by %s', (file, dialect) => {
    const groups: Group[] = JSON.parse(readFileSync(`${suite}/${file}`, 'utf8'));
    const usable = groups.flatMap(({ schema: own, tests }) => {
      const whole: JsonSchema = typeof own === 'boolean' ? { allOf: [own] } : own;
      const dialected = { $schema: dialect, ...whole };
      // The validator treats inherited members as properties.
      const isInherited = JSON.stringify(own).includes('__proto__');
      return !isInherited && canBeCompiled(dialected) ? [{ schema: dialected, tests }] : [];
    });
    const instances = usable.flatMap(({ tests }) => tests.map(({ data }) => data));
    const judged = usable.map(({ schema: own }) => ({ own, fits: instances.map(accepts(own)) }));
    const wrong: unknown[] = [];
    for (const one of judged) {
      for (const other of judged) {
        const outcome = new SchemaPair(one.own, other.own).decide('strict', 'older in newer');
        const refuted = one.fits.findIndex((fits, i) => fits === true && other.fits[i] === false);
        if (outcome.verdict === 'holds' && refuted >= 0) wrong.push([one.own, other.own, instances[refuted]]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
