import {
  asOfAnnotationSchema,
  entityAnnotationSchema,
  fieldAnnotationSchema,
  type Issue,
  annotationKeywords as keywords,
} from '@assay/contracts';
import { issuesOfShape, pointerStep } from '@assay/kernel';

const shapes = {
  [keywords.field]: fieldAnnotationSchema,
  [keywords.entity]: entityAnnotationSchema,
  [keywords.asOf]: asOfAnnotationSchema,
};
/** Members whose members are names, or values, and no keywords. */
const names = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const values = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Problems of the annotations that map a schema's members to shared names; with pointers below `at`. `x-assay-entity`
 * is allowed in both schemas, the others only in the output's.
 */
export function checkFields(schema: object, at: string, role: 'input' | 'output'): Issue[] {
  const issues: Issue[] = [];
  const queue: { readonly path: string; readonly value: unknown; readonly areNames: boolean }[] = [
    { path: at, value: schema, areNames: false },
  ];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { path, value, areNames } = place;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const below = `${path}${pointerStep(key)}`;
      if (!areNames && values.has(key)) continue;
      if (!areNames && Object.hasOwn(shapes, key)) issues.push(...problems(key, member, below, role));
      else queue.push({ path: below, value: member, areNames: !areNames && names.has(key) });
    }
  }
  return issues;
}

function problems(keyword: string, value: unknown, path: string, role: 'input' | 'output'): Issue[] {
  if (role === 'input' && keyword !== keywords.entity)
    return [{ path, message: `belongs into the output schema: of an input, only ${keywords.entity} is compared` }];
  const [first] = shapes[keyword as keyof typeof shapes].safeParse(value).error?.issues ?? [];
  if (first === undefined) return [];
  const reports = keyword === keywords.field && first.code === 'invalid_union' ? fieldForm : undefined;
  return reports === undefined
    ? issuesOfShape(first, 'is not known here').map((it) => ({ ...it, path: `${path}${it.path}` }))
    : [{ path, message: reports }];
}

const fieldForm =
  'must be a name such as order.total, or {"name", "tolerance"?: "exact" | {"absolute"} | {"relative"} | {"fuzzy"}, "severity"?: "WARNING" | "CRITICAL", "resolve"?: ["majority" | "authority" | "freshness" | "model" | "person"]}';
