import { envelopeSchema, invokeSchema, manifestSchema } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { documentSchemas } from './components.js';

describe('schemas of a document', () => {
  it('refers to a shared schema and describes it once', () => {
    const schema = z.object({ first: envelopeSchema, second: envelopeSchema.optional() });
    const { received, components } = documentSchemas([], [schema]);
    const envelope = { $ref: '#/components/schemas/Envelope' };
    expect(received(schema)).toMatchObject({ properties: { first: envelope, second: envelope } });
    expect(components).toHaveProperty('Envelope');
  });

  it('leaves the rule that there are no other members to the document', () => {
    const schema = z.strictObject({ a: z.string() });
    const { sent, received } = documentSchemas([schema], [schema]);
    for (const described of [sent(schema), received(schema)])
      expect(described).not.toHaveProperty('additionalProperties');
  });

  it('describes a schema once that is sent as it is received', () => {
    const { sent, received, components } = documentSchemas([manifestSchema], [manifestSchema]);
    expect(sent(manifestSchema)).toEqual({ $ref: '#/components/schemas/Manifest' });
    expect(received(manifestSchema)).toEqual(sent(manifestSchema));
    expect(components).not.toHaveProperty('ManifestRequest');
  });

  it('gives a schema that reads differently when it is sent a name of its own', () => {
    const { sent, received, components } = documentSchemas([invokeSchema], [invokeSchema]);
    expect([sent(invokeSchema), received(invokeSchema)]).toEqual([
      { $ref: '#/components/schemas/InvokeRequest' },
      { $ref: '#/components/schemas/Invoke' },
    ]);
    expect(Object.keys(components)).toEqual(expect.arrayContaining(['Invoke', 'InvokeRequest']));
  });

  it('leaves out the pattern of a named format and the bounds of every integer', () => {
    const schema = z.object({ at: z.iso.datetime(), count: z.int(), few: z.int().max(3) });
    const { properties } = documentSchemas([schema], []).sent(schema) as { properties: Record<string, object> };
    expect(properties).toEqual({
      at: { type: 'string', format: 'date-time' },
      count: { type: 'integer' },
      few: { type: 'integer', maximum: 3 },
    });
  });

  it('says of a value that may be null so in one schema', () => {
    const schema = z.object({ at: z.iso.datetime().nullable(), state: z.enum(['on', 'off']).nullable() });
    const { properties } = documentSchemas([], [schema]).received(schema) as { properties: Record<string, object> };
    expect(properties).toEqual({
      at: { type: ['string', 'null'], format: 'date-time' },
      state: { enum: ['on', 'off', null] },
    });
  });

  it('leaves out that the names of members are texts, and keeps what else is said of them', () => {
    const schema = z.object({ any: z.record(z.string(), z.int()), short: z.record(z.string().max(3), z.int()) });
    const { properties } = documentSchemas([schema], []).sent(schema) as { properties: Record<string, object> };
    expect(properties.any).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
    expect(properties.short).toHaveProperty('propertyNames.maxLength', 3);
  });
});
