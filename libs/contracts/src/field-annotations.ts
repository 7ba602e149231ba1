import { z } from 'zod';
import { resolutionWays, severitySchema } from './validation.js';

/** A name that tools of different providers share: words and dots, such as `order.total`. */
const sharedNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/, 'must be a name such as order.total');

/** How far two values of a field may be apart and still agree. */
export const toleranceSchema = z.union([
  z.literal('exact'),
  z.strictObject({ absolute: z.number().nonnegative() }),
  z.strictObject({ relative: z.number().min(0).max(1).describe('Relative to the larger of the two') }),
  z.strictObject({ fuzzy: z.number().min(0).max(1).describe('Minimum similarity of two texts, up to 1') }),
]);
export type Tolerance = z.infer<typeof toleranceSchema>;

/** `x-assay-field` of a member of an output schema: what it is in the words that tools share, and how it is compared. */
export const fieldAnnotationSchema = z.union([
  sharedNameSchema,
  z.strictObject({
    name: sharedNameSchema,
    tolerance: toleranceSchema.optional(),
    severity: severitySchema.optional(),
    resolve: z.array(z.enum(resolutionWays)).max(resolutionWays.length).optional(),
  }),
]);
export type FieldAnnotation = z.infer<typeof fieldAnnotationSchema>;

/** What may stand beside JSON Schema's own keywords in a tool's schemas. */
export const annotationKeywords = Object.freeze({
  field: 'x-assay-field',
  entity: 'x-assay-entity',
  asOf: 'x-assay-as-of',
});

export const entityAnnotationSchema = sharedNameSchema;
export const asOfAnnotationSchema = z.literal(true);
