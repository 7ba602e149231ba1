import { compileSchema, type JsonSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editText } from './edit.js';
import { repairInput } from './repair-input.js';

const ofProperties = (properties: Record<string, unknown>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

const repaired = (schema: JsonSchema, input: Record<string, unknown>) => repairInput(schema, input)?.input;

describe('repairInput', () => {
  // schema of `a`, value given, value made of it
  it.each<[object, unknown, unknown]>([
    [{ type: 'integer' }, '5', 5],
    [{ type: 'number' }, '1,200.5', 1200.5],
    [{ type: 'boolean' }, 'True', true],
    [{ type: 'string' }, 5, '5'],
    [{ type: 'array', items: { type: 'string' } }, 'x', ['x']],
    [{ type: 'array', items: { type: 'integer' } }, '["1", 2]', [1, 2]],
    [{ type: 'object' }, '{"b": 1}', { b: 1 }],
    [{ type: ['integer', 'null'] }, '7', 7],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '7', 7],
    [{ $ref: '#/$defs/count' }, '7', 7],
    [{ type: 'string', format: 'date' }, '2026/1/31', '2026-01-31'],
    [{ type: 'string', format: 'date' }, '31 January 2026', '2026-01-31'],
    [{ type: 'string', enum: ['EU', 'NA'] }, 'na', 'NA'],
    [{ type: 'string', enum: ['top', 'middle'] }, 'mid', 'middle'],
    [{ type: 'string', enum: ['celsius', 'kelvin'] }, 'celcius', 'celsius'],
  ])('makes %j of %j: %j', (schema, value, expected) => {
    const whole = ofProperties({ a: schema }, { $defs: { count: { type: 'integer' } } });
    expect(repaired(whole, { a: value })).toEqual({ a: expected });
  });

  it.each<[object, unknown]>([
    [{ type: 'integer' }, '5.5'],
    [{ type: 'integer' }, 'five'],
    [{ type: 'integer' }, '99999999999999999999'],
    [{ type: 'boolean' }, 'yes'],
    [{ type: 'string' }, { b: 1 }],
    [{ type: 'string', format: 'date' }, '01/02/2026'],
    [{ type: 'string', format: 'date' }, '2026-02-31'],
    [{ type: 'string', format: 'date-time' }, '2026-02-01'],
    [{ type: 'string', enum: ['en_US', 'en_GB'] }, 'en'],
    [{ type: 'string', enum: ['on', 'off'] }, 'of'],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'x'],
    [{ $ref: '#/$defs/none' }, '7'],
    [{ $ref: '#/%E0%A4%A' }, '7'],
  ])('makes nothing of %j for %j', (schema, value) => {
    expect(repaired(ofProperties({ a: schema }), { a: value })).toBeUndefined();
  });

  it('knows fields by other spellings, where a required one is missing', () => {
    const schema = ofProperties({ file_path: {}, contents: {}, end: {} }, { required: ['file_path', 'contents'] });
    expect(repaired(schema, { filePath: 'x', content: 'y' })).toEqual({ file_path: 'x', contents: 'y' });
    expect(repaired(schema, { path: 'x', contents: 'y', line_end: 3 })).toEqual({
      file_path: 'x',
      contents: 'y',
      end: 3,
    });
    expect(repaired(schema, { file_path: 'x', contents: 'y', line_end: 3 })).toBeUndefined();
  });

  it('does not choose between two fields that are as near', () => {
    const schema = ofProperties({ source_path: {}, target_path: {} }, { required: ['source_path', 'target_path'] });
    expect(repaired(schema, { path: 'x' })).toBeUndefined();
  });

  it('does not choose between two that may be meant by one field', () => {
    const schema = ofProperties({ account: {}, amount: {} }, { required: ['account'] });
    expect(repaired(schema, { from_account: 'a', to_account: 'b' })).toBeUndefined();
    expect(repaired(schema, { from_account: 'a' })).toEqual({ account: 'a' });
  });

  it('compares a bounded number of names, and stops at more changes than are allowed', () => {
    const schema = ofProperties({ path: { type: 'string' } }, { required: ['path'] });
    const others = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`other${at}`, 'x']));
    expect(repaired(schema, { ...others(1_000), file_path: 'y' })).toEqual({ ...others(1_000), path: 'y' });
    expect(repaired(schema, { ...others(6_000), file_path: 'y' })).toBeUndefined();
    const list = { type: 'array', items: { type: 'integer' } };
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at));
    expect(repaired(ofProperties({ list }), { list: numbers(16) })).toEqual({ list: numbers(16).map(Number) });
    expect(repaired(ofProperties({ list }), { list: numbers(17) })).toBeUndefined();
  });

  it('fills in stated defaults, and drops a null without a meaning', () => {
    const schema = ofProperties({ a: { default: 10 }, b: { type: 'string' } }, { required: ['a'] });
    expect(repaired(schema, { b: null })).toEqual({ a: 10 });
  });

  it('describes its changes, separated into form and meaning', () => {
    const schema = ofProperties({ n: { type: 'integer' }, region: { enum: ['EU'] }, q: {} }, { required: ['q'] });
    const edits = repairInput(schema, { n: '5', region: 'eu', Q: 1 })?.edits ?? [];
    expect(edits.map((it) => [it.kind, editText(it)])).toEqual([
      ['form', '/Q is called "q"'],
      ['form', '/n "5" was read as 5'],
      ['meaning', '/region "eu" was read as "EU"'],
    ]);
  });

  // what is given, what is required, kind of the change
  it.each([
    ['user_id', 'id', 'meaning'],
    ['id', 'order_id', 'meaning'],
    ['account', 'to_account', 'meaning'],
    ['amount', 'max_amount', 'meaning'],
    ['userId', 'user_id', 'form'],
    ['recipient', 'recipients', 'form'],
    ['text', 'body_text', 'form'],
  ])('takes %s for %s: of %s', (given, required, kind) => {
    const repair = repairInput(ofProperties({ [required]: {} }, { required: [required] }), { [given]: 'x' });
    expect(repair?.edits).toMatchObject([{ rule: 'field-name', kind, from: given, to: required }]);
  });

  it('leaves a member called __proto__ a member', () => {
    const input = JSON.parse('{"n": "5", "__proto__": {"amount": 9}}') as Record<string, unknown>;
    const made = repaired(ofProperties({ n: { type: 'integer' } }), input);
    expect([JSON.stringify(made), (made as { amount?: number }).amount]).toEqual([
      '{"n":5,"__proto__":{"amount":9}}',
      undefined,
    ]);
  });

  it('gives up on deep and on very different inputs', () => {
    const schema = ofProperties(
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, { type: 'integer' }])),
    );
    expect(repaired(schema, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, '1'])))).toBeUndefined();
    const recursive: JsonSchema = { type: 'object', properties: { a: { $ref: '#' }, n: { type: 'integer' } } };
    let deep: Record<string, unknown> = { n: '1' };
    for (let n = 0; n < 100; n += 1) deep = { a: deep };
    expect(repaired(recursive, deep)).toBeUndefined();
  });

  it('never throws, and never changes an input that fits', () => {
    const schema = ofProperties(
      { a: { type: 'integer' }, b: { enum: ['x', 'y'] }, c: { type: 'array', items: { type: 'string' } } },
      { required: ['a'] },
    );
    const validate = compileSchema(schema);
    const input = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'A'),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
    );
    fc.assert(
      fc.property(input, (given) => {
        const repair = repairInput(schema, given);
        if (validate(given).length === 0) expect(repair).toBeUndefined();
      }),
    );
  });
});

describe('names of optional properties', () => {
  const properties = { max_lines: { type: 'integer' }, path: { type: 'string' } };

  it('are repaired in a closed object', () => {
    const schema = ofProperties(properties, { required: ['path'], additionalProperties: false });
    const repair = repairInput(schema, { path: 'a', maxLines: '5' });
    expect(repair?.input).toEqual({ path: 'a', max_lines: 5 });
    expect(repair?.edits.map(editText)).toEqual(['/maxLines is called "max_lines"', '/maxLines "5" was read as 5']);
  });

  it.each<[string, object, Record<string, unknown>]>([
    ['in an open object', { required: ['path'] }, { path: 'a', maxLines: 5 }],
    ['when the right one is given, too', { additionalProperties: false }, { max_lines: 4, maxLines: 5 }],
    ['when none is near', { additionalProperties: false }, { colour: 'red' }],
  ])('are left as they are %s', (_case, more, input) => {
    expect(repairInput(ofProperties(properties, more), input)).toBeUndefined();
  });
});
