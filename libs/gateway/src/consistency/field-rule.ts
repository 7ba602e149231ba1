import {
  annotationKeywords,
  type FieldAnnotation,
  fieldAnnotationSchema,
  type ResolutionWay,
  type Severity,
  type Tolerance,
} from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';

/** How a field is compared, and how a disagreement about it is resolved. */
export interface FieldRule {
  /** As tools share it, such as `order.total`. */
  readonly name: string;
  readonly tolerance: Tolerance;
  readonly severity: Severity;
  /** Tried in this order. */
  readonly resolve: readonly ResolutionWay[];
}

/** Fractions differ by what computing them loses; over the larger of the two. */
const ofFractions: Tolerance = { relative: 1e-9 };
/** Counting and trust need nobody. */
const unlessSaid: readonly ResolutionWay[] = ['majority', 'authority'];

/** What a member's schema says of the field it is; undefined when it is none that tools share. */
export function fieldRuleOf(schema: JsonSchema): FieldRule | undefined {
  const read = fieldAnnotationSchema.safeParse(schema[annotationKeywords.field]);
  if (!read.success) return undefined;
  const said: Exclude<FieldAnnotation, string> = typeof read.data === 'string' ? { name: read.data } : read.data;
  const isFraction = schema.type === 'number' || (Array.isArray(schema.type) && schema.type.includes('number'));
  return {
    name: said.name,
    tolerance: said.tolerance ?? (isFraction ? ofFractions : 'exact'),
    severity: said.severity ?? 'WARNING',
    resolve: said.resolve ?? unlessSaid,
  };
}
