import { describe, expect, it } from '@jest/globals';
import { compileSchema, type JsonSchema } from '../json-schema.js';
import type { Relation } from './relation.js';
import { SchemaPair } from './schema-pair.js';

const decide = (older: JsonSchema, newer: JsonSchema, relation: Relation = 'strict') =>
  new SchemaPair(older, newer).decide(relation, 'older in newer');

/**
 * `<`: the first is included in the second and not the reverse; `=`: both; `x`: neither; `?`: undecided, the reverse
 * does not hold.
 */
type Sign = '<' | '=' | 'x' | '?';
const signs: Record<Sign, [string, string]> = {
  '<': ['holds', 'fails'],
  '=': ['holds', 'holds'],
  x: ['fails', 'fails'],
  '?': ['unknown', 'fails'],
};

const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const when = (condition: JsonSchema, consequence: JsonSchema): JsonSchema =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);
const tagged = (tag: string, more: JsonSchema = {}): JsonSchema =>
  object({ tag: { const: tag }, ...more }, { required: ['tag'] });

const rows: Record<string, [JsonSchema, Sign, JsonSchema][]> = {
  types: [
    [{ type: 'integer' }, '<', { type: 'number' }],
    [{ type: 'string' }, '<', { type: ['string', 'null'] }],
    [{ type: 'string' }, 'x', { type: 'number' }],
    [{ type: ['integer', 'number'] }, '=', { type: 'number' }],
    [{ type: 'boolean' }, '=', { enum: [true, false] }],
    [{ type: 'null' }, '=', { const: null }],
    [{}, '=', { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] }],
    [{ not: {} }, '<', { type: 'string' }],
    [{ title: 'A', description: 'text' }, '=', {}],
  ],
  'enum and const': [
    [{ enum: ['a'] }, '<', { enum: ['a', 'b'] }],
    [{ enum: ['a', 'b'] }, '=', { enum: ['b', 'a'] }],
    [{ enum: ['a', 'b'] }, '=', { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    [{ const: { a: 1, b: [2] } }, '=', { enum: [{ b: [2], a: 1 }] }],
    [{ enum: ['a', 1] }, '<', { type: ['string', 'integer'] }],
    [{ enum: ['a', 'bb'], maxLength: 1 }, '=', { const: 'a' }],
    [{ type: 'integer', minimum: 1, maximum: 3 }, '=', { enum: [1, 2, 3] }],
    [{ enum: [1, 'a'], type: 'string' }, '=', { const: 'a' }],
    [{ const: 1 }, '=', { const: 1.0 }],
    [{ const: '1' }, 'x', { const: 1 }],
  ],
  numbers: [
    [{ type: 'number', minimum: 2 }, '<', { type: 'number', minimum: 1 }],
    [{ type: 'number', exclusiveMinimum: 1 }, '<', { type: 'number', minimum: 1 }],
    [{ type: 'integer', exclusiveMinimum: 0 }, '=', { type: 'integer', minimum: 1 }],
    [{ type: 'integer', maximum: 2.5 }, '=', { type: 'integer', maximum: 2 }],
    [{ type: 'number', maximum: 5 }, 'x', { type: 'number', minimum: 5 }],
    [{ type: 'integer', multipleOf: 6 }, '<', { type: 'integer', multipleOf: 3 }],
    [{ type: 'number', multipleOf: 1 }, '=', { type: 'integer' }],
    [{ type: 'integer', format: 'int32' }, '<', { type: 'integer', format: 'int64' }],
    [{ type: 'number', format: 'double' }, '=', { type: 'number' }],
    [{ type: 'number', minimum: 3, maximum: 1 }, '<', { const: 'nothing' }],
  ],
  texts: [
    [{ type: 'string', minLength: 2 }, '<', { type: 'string', minLength: 1 }],
    [{ type: 'string', maxLength: 0 }, '=', { const: '' }],
    [{ type: 'string', pattern: '^a' }, '<', { type: 'string' }],
    [{ type: 'string', pattern: '^a' }, '=', { type: 'string', pattern: '^a', description: 'text' }],
    [{ type: 'string', pattern: '^[a-f]+$' }, 'x', { type: 'string', pattern: '^[0-9]+$' }],
    [{ type: 'string', pattern: '^aa' }, '?', { type: 'string', pattern: '^a' }],
    [{ type: 'string', format: 'date' }, '<', { type: 'string' }],
    [{ type: 'string', format: 'date' }, 'x', { type: 'string', format: 'email' }],
    [{ type: 'string', format: 'of our own' }, '=', { type: 'string' }],
    [{ type: 'string', enum: ['2024-01-01'] }, '<', { type: 'string', format: 'date' }],
  ],
  arrays: [
    [{ type: 'array', items: { type: 'integer' } }, '<', { type: 'array', items: { type: 'number' } }],
    [{ type: 'array', minItems: 1 }, '<', { type: 'array' }],
    [{ type: 'array', maxItems: 1 }, '<', { type: 'array', uniqueItems: true }],
    [{ type: 'array', uniqueItems: true, minItems: 1 }, '<', { type: 'array', minItems: 1 }],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      '<',
      { type: 'array', items: { type: 'string' } },
    ],
    [{ type: 'array', items: false }, '=', { const: [] }],
    [{ type: 'array', contains: { const: 1 } }, '<', { type: 'array', contains: { type: 'integer' } }],
    [{ type: 'array', items: { const: 1 }, minItems: 2 }, '<', { type: 'array', contains: { const: 1 } }],
    [{ type: 'array', contains: { const: 1 }, minContains: 2 }, '<', { type: 'array', minItems: 1 }],
    [
      { ...draft7, type: 'array', items: [{ type: 'string' }], additionalItems: false },
      '=',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    ],
  ],
  objects: [
    [object({ a: { type: 'string' } }, { required: ['a'] }), '<', object({ a: { type: 'string' } })],
    [object({ a: { type: 'string' } }, { additionalProperties: false }), '<', object({ a: { type: 'string' } })],
    [
      object({ a: {} }, { additionalProperties: false }),
      '<',
      object({ a: {}, b: {} }, { additionalProperties: false }),
    ],
    [
      object({ a: { type: 'string' } }, { additionalProperties: false }),
      '<',
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [object({ b: { type: 'string' } }), 'x', object({ a: { type: 'string' } })],
    [object({ a: false }), '=', { type: 'object', not: { required: ['a'] } }],
    [{ type: 'object', minProperties: 2 }, '<', { type: 'object', minProperties: 1 }],
    [{ type: 'object', required: ['a', 'b'] }, '<', { type: 'object', minProperties: 2 }],
    [
      { type: 'object', patternProperties: { '^a': { type: 'integer' } } },
      '<',
      { type: 'object', patternProperties: { '^a': { type: 'number' } } },
    ],
    [{ type: 'object', patternProperties: { '^a': { type: 'integer' } } }, '<', object({ ab: { type: 'integer' } })],
    [{ type: 'object', propertyNames: { enum: ['a', 'b'] } }, '<', { type: 'object', propertyNames: { maxLength: 1 } }],
    [{ type: 'object', required: ['b'] }, '<', { type: 'object', dependentRequired: { a: ['b'] } }],
    [
      { ...draft7, type: 'object', dependencies: { a: ['b'] } },
      '=',
      { type: 'object', dependentRequired: { a: ['b'] } },
    ],
    [
      { type: 'object', dependentSchemas: { a: { required: ['b'] } } },
      '=',
      { type: 'object', dependentRequired: { a: ['b'] } },
    ],
    [object({ a: {} }, { unevaluatedProperties: false }), '=', object({ a: {} }, { additionalProperties: false })],
    [object({ a: { type: 'string', maxLength: 3 } }), '<', object({ a: { type: 'string' } })],
  ],
  applicators: [
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, '=', { minimum: 1, maximum: 3 }],
    [
      { allOf: [object({ a: { minimum: 1 } }), object({ a: { maximum: 2 } })] },
      '=',
      object({ a: { minimum: 1, maximum: 2 } }),
    ],
    [{ type: 'string' }, '<', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: ['string', 'null'] }, '=', { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    [
      { type: 'number' },
      '=',
      {
        anyOf: [
          { maximum: 3, type: 'number' },
          { minimum: 2, type: 'number' },
        ],
      },
    ],
    [
      { type: 'number' },
      '<',
      { anyOf: [{ type: 'number', maximum: 3 }, { type: 'number', exclusiveMinimum: 3 }, { const: null }] },
    ],
    [
      object({ a: { type: ['string', 'null'] } }),
      '=',
      { anyOf: [object({ a: { type: 'string' } }), object({ a: { type: 'null' } })] },
    ],
    [
      object({ a: { enum: ['x', 'y'] } }),
      '=',
      { anyOf: [object({ a: { const: 'x' } }), object({ a: { const: 'y' } })] },
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, '=', { type: ['string', 'null'] }],
    [{ oneOf: [tagged('a'), tagged('b')] }, '<', { oneOf: [tagged('c'), tagged('b'), tagged('a')] }],
    [
      { oneOf: [tagged('a', { n: { type: 'integer' } })] },
      '<',
      { anyOf: [tagged('a', { n: { type: 'number' } }), tagged('b')] },
    ],
    [{ not: { type: 'string' } }, '=', { type: ['null', 'boolean', 'number', 'array', 'object'] }],
    [{ type: 'number', not: { minimum: 3 } }, '=', { type: 'number', exclusiveMaximum: 3 }],
    [{ type: 'string', not: { enum: ['a'] } }, '<', { type: 'string' }],
    [{ not: { not: { type: 'integer' } } }, '=', { type: 'integer' }],
    [when({ type: 'string' }, { minLength: 1 }), '<', {}],
    [
      when({ type: 'string' }, { minLength: 1 }),
      '=',
      { anyOf: [{ not: { type: 'string' } }, { type: 'string', minLength: 1 }] },
    ],
    [when({ required: ['a'] }, { required: ['b'] }), '=', { dependentRequired: { a: ['b'] } }],
  ],
  references: [
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, '=', { type: 'string' }],
    [{ $ref: '#named', $defs: { a: { $anchor: 'named', type: 'string' } } }, '=', { type: 'string' }],
    [{ $ref: '#/$defs/a', maxLength: 2, $defs: { a: { type: 'string' } } }, '=', { type: 'string', maxLength: 2 }],
    [{ $ref: 'other', $defs: { a: { $id: 'other', type: 'string' } } }, '=', { type: 'string' }],
    [
      object({ next: { $ref: '#' } }, { additionalProperties: false }),
      '<',
      {
        $ref: '#/$defs/n',
        $defs: { n: object({ next: { $ref: '#/$defs/n' }, more: {} }, { additionalProperties: false }) },
      },
    ],
    [
      object({ children: { type: 'array', items: { $ref: '#' } }, id: { type: 'integer' } }),
      '<',
      object({ children: { type: 'array', items: { $ref: '#' } }, id: { type: 'number' } }),
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_topic, cases) => {
  it.each(cases)('%j %s %j', (one, sign, other) => {
    expect([decide(one, other).verdict, decide(other, one).verdict]).toEqual(signs[sign]);
  });

  it('produces witnesses that the validator confirms', () => {
    for (const [one, , other] of cases) {
      for (const [giver, taker] of [
        [one, other],
        [other, one],
      ] as const) {
        const outcome = decide(giver, taker);
        if (outcome.verdict !== 'fails') continue;
        expect([
          compileSchema(giver)(outcome.witness).length,
          compileSchema(taker)(outcome.witness).length > 0,
        ]).toEqual([0, true]);
      }
    }
  });
});

it('leaves cases undecided that exceed its analysis', () => {
  const far = (pattern: string) => ({ type: 'string', pattern });
  expect(decide(far('^(?:ab)+$'), far('^(?:ab)*$'))).toEqual({ verdict: 'unknown' });
  expect(decide({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, { type: 'string' })).toEqual({
    verdict: 'unknown',
  });
  expect(decide({ $ref: 'https://elsewhere.example/' }, { type: 'string' })).toEqual({ verdict: 'unknown' });
  expect(decide({ type: 'string', nullable: true }, { type: 'string' })).toEqual({ verdict: 'unknown' });
});

it('distinguishes parts that two schemas share in memory', () => {
  const shared = object(
    { a: { $ref: '#/$defs/a' } },
    { not: { required: ['b'], properties: { b: { $ref: '#/$defs/a' } } } },
  );
  const older = { ...shared, $defs: { a: { type: 'string' } } };
  const newer = { ...shared, $defs: { a: { type: 'integer' } } };
  expect(decide(older, newer).verdict).not.toBe('holds');
  expect(decide({ allOf: [shared], $defs: older.$defs }, { allOf: [shared], $defs: newer.$defs }).verdict).not.toBe(
    'holds',
  );
  expect(decide(older, older).verdict).toBe('holds');
});

it('stops within its work limit on adversarial schemas', () => {
  const doubling = Array.from({ length: 60 }, (_, i) => [
    `d${i}`,
    i === 59
      ? { required: ['z'] }
      : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}`, required: [`r${i}`] }] },
  ]);
  const schema = { $ref: '#/$defs/d0', $defs: Object.fromEntries(doubling) };
  const chain = Array.from({ length: 3_000 }, (_, i) => [
    `n${i}`,
    object({ c: { $ref: `#/$defs/n${i + 1}` } }, { required: ['c'] }),
  ]);
  const long = { $ref: '#/$defs/n0', $defs: { ...Object.fromEntries(chain), n3000: { type: 'string' } } };
  expect(decide(schema, { ...schema, maxProperties: 3 })).toEqual({ verdict: 'unknown' });
  expect(decide(long, { ...long, maxProperties: 3 })).toEqual({ verdict: 'unknown' });
});

describe('the contract', () => {
  const open = object({ a: { type: 'string' } });
  const closed = object({ a: { type: 'string' } }, { additionalProperties: false });
  const wider = object({ a: { type: 'string' }, b: { type: 'integer' } });
  const map = (value: JsonSchema): JsonSchema => object({ m: { type: 'object', additionalProperties: value } });
  const free = object({ m: { type: 'object' } });

  // older, newer, closed relation, projected relation of newer in older
  it.each<[string, JsonSchema, JsonSchema, string, string]>([
    ['a new optional property', open, wider, 'holds', 'holds'],
    ['a new optional property of a closed object', closed, { ...wider, additionalProperties: false }, 'holds', 'holds'],
    ['a new required property', open, { ...wider, required: ['b'] }, 'fails', 'holds'],
    ['a property less', wider, open, 'fails', 'holds'],
    ['a required property less', { ...wider, required: ['b'] }, open, 'fails', 'fails'],
    ['an object closed', open, closed, 'holds', 'holds'],
    ['an object opened', closed, open, 'holds', 'holds'],
    ['a map of other values', map({ type: 'string' }), map({ type: 'integer' }), 'fails', 'fails'],
    ['a map of wider values', map({ type: 'integer' }), map({ type: 'number' }), 'holds', 'fails'],
    ['a free-form object that lists a name', free, object({ m: object({ x: { type: 'string' } }) }), 'fails', 'holds'],
    [
      'a free-form object closed',
      free,
      object({ m: { type: 'object', additionalProperties: false } }),
      'fails',
      'holds',
    ],
    ['an object made free-form', object({ m: object({ x: { type: 'string' } }) }), free, 'holds', 'fails'],
    [
      'names of one branch',
      { anyOf: [open, { type: 'null' }] },
      { anyOf: [wider, { type: 'null' }] },
      'holds',
      'holds',
    ],
    ['items of an array', object({ l: { items: open } }), object({ l: { items: wider } }), 'holds', 'holds'],
  ])('of %s', (_name, older, newer, inward, outward) => {
    const pair = new SchemaPair(older, newer);
    expect([
      pair.decide('closed', 'older in newer').verdict,
      pair.decide('projected', 'newer in older').verdict,
    ]).toEqual([inward, outward]);
  });
});
