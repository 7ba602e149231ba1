import { envelopeSchema, manifestSchema } from '@assay/contracts';
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

  it('allows members that a newer server adds to an answer, and none in what is sent', () => {
    const schema = z.strictObject({ a: z.string() });
    const { sent, received } = documentSchemas([schema], [schema]);
    expect(sent(schema)).toHaveProperty('additionalProperties', false);
    expect(received(schema)).not.toHaveProperty('additionalProperties');
  });

  it('gives a schema that reads differently when it is sent a name of its own', () => {
    const { sent, received, components } = documentSchemas([manifestSchema], [manifestSchema]);
    expect(sent(manifestSchema)).toEqual({ $ref: '#/components/schemas/ManifestRequest' });
    expect(received(manifestSchema)).toEqual({ $ref: '#/components/schemas/Manifest' });
    expect(components.ManifestRequest).toHaveProperty('additionalProperties', false);
    expect(components.Manifest).not.toHaveProperty('additionalProperties');
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
});
