import { describe, expect, it } from '@jest/globals';
import type { Json } from './document.js';
import { References } from './references.js';
import { readBody } from './request-body.js';
import { SchemaBundle } from './schema-bundle.js';

const Pet = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    photo: { type: 'string', format: 'binary' },
  },
  required: ['name'],
};
const root = { openapi: '3.1.0', components: { schemas: { Pet } } };

function read(content: Json, parts: Json = { required: true }, taken: string[] = []) {
  const notes = new Set<string>();
  const around = {
    references: new References(root),
    bundle: new SchemaBundle(root, 'input', notes),
    notes,
    taken: new Set(taken),
  };
  return readBody({ requestBody: { content, ...parts } }, around);
}
const json = (schema: unknown) => ({ 'application/json': { schema } });
const pet = { $ref: '#/components/schemas/Pet' };
const namesOf = (body: ReturnType<typeof read>) => body?.properties.map((it) => it.name);

describe('readBody', () => {
  it('merges the properties of an object with the parameters', () => {
    expect(read(json(pet))).toEqual({
      bodyType: 'application/json',
      properties: [
        { name: 'name', schema: { type: 'string' }, required: true, place: 'body', encoding: {} },
        { name: 'photo', schema: { type: 'string', format: 'binary' }, required: false, place: 'body', encoding: {} },
      ],
    });
    expect(read(json({ ...Pet, additionalProperties: false }))).toMatchObject({ additionalProperties: false });
  });

  it.each<[string, { schema?: unknown; parts?: Json; taken?: string[] }]>([
    ['is a list', { schema: { type: 'array' } }],
    ['is composed', { schema: { ...Pet, allOf: [{}] } }],
    ['may be null', { schema: { ...Pet, nullable: true } }],
    ['counts its properties', { schema: { ...Pet, minProperties: 1 } }],
    ['has no properties', { schema: { type: 'object' } }],
    ['says more beside a reference', { schema: { ...pet, minProperties: 1 } }],
    ['shares a name with a parameter', { schema: Pet, taken: ['name'] }],
    ['may be left out and needs something', { schema: Pet, parts: { required: false } }],
    ['is not described', {}],
  ])('is one property when it %s', (_, { schema, parts, taken }) => {
    const body = read(json(schema), parts, taken);
    expect([namesOf(body), body?.whole]).toEqual([['body'], 'body']);
  });

  it('chooses another name for the whole body, and describes it', () => {
    const body = read(json({ type: 'array' }), { required: true, description: 'Many' }, ['body']);
    expect(body).toMatchObject({
      whole: 'requestBody',
      properties: [{ required: true, schema: { description: 'Many' } }],
    });
  });

  it('chooses JSON before forms before text before bytes', () => {
    const types = [
      'image/png',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'application/vnd.a+json',
    ];
    const content = (from: readonly string[]) => Object.fromEntries(from.map((it) => [it, { schema: pet }]));
    expect(types.map((_, n) => read(content(types.slice(0, n + 1)))?.bodyType)).toEqual(types);
    expect(read({ '*/*': { schema: pet } })?.bodyType).toBe('application/json');
    expect(read({})).toBeUndefined();
  });

  it('writes form fields as the document declares, and files by their bytes', () => {
    const encoding = { name: { style: 'pipeDelimited' }, photo: { contentType: 'image/png' } };
    expect(read({ 'multipart/form-data': { schema: pet, encoding } })?.properties.map((it) => it.encoding)).toEqual([
      {},
      { style: 'file' },
    ]);
    expect(read({ 'application/x-www-form-urlencoded': { schema: pet, encoding } })?.properties[0]?.encoding).toEqual({
      style: 'pipeDelimited',
      explode: false,
    });
  });

  it('reads undescribed text as text and bytes as base64', () => {
    expect(read({ 'text/csv': {} })?.properties[0]?.schema).toEqual({ type: 'string' });
    expect(read({ 'application/zip': {} })?.properties[0]?.schema).toMatchObject({ contentEncoding: 'base64' });
  });
});
