import {
  chainSchema,
  composeSchema,
  type Issue,
  type Manifest,
  type Notation,
  notations,
  pipelineSchema,
  toolPlanSchema,
} from '@assay/contracts';
import { err, issuesOfShape, ok, type Result } from '@assay/kernel';
import type { Composition } from '../composition.js';

const schemas = { plan: toolPlanSchema, pipeline: pipelineSchema, compose: composeSchema, chain: chainSchema } as const;

const isNotation = (value: unknown): value is Notation => notations.includes(value as Notation);

/** The composition that a manifest of the protocol `composite` holds; or what is malformed, with its place in the manifest. */
export function compositionOf({ endpoint }: Pick<Manifest, 'endpoint'>): Result<Composition, Issue[]> {
  const { notation, definition } = endpoint as { notation?: unknown; definition?: unknown };
  if (!isNotation(notation))
    return err([{ path: '/endpoint/notation', message: `is not one a tool can be made of: ${notations.join(', ')}` }]);
  const parsed = schemas[notation].safeParse(definition);
  if (parsed.success) return ok({ notation, definition: parsed.data } as Composition);
  const issues = parsed.error.issues.flatMap((issue) => issuesOfShape(issue, 'is not known here'));
  return err(issues.map(({ path, message }) => ({ path: `/endpoint/definition${path}`, message })));
}
