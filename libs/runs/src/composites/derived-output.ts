import type { JsonSchema } from '@assay/json-schema';
import { OutputSchemas } from '../check/output-schema.js';
import { givesByStep, type ReadComposition } from '../composition.js';
import type { FindTool } from '../known-tool.js';
import type { Node } from '../plan.js';

/** Its `output` setting makes something else of what its tool declares. */
const isShaped = (node: Node | undefined): boolean => node?.kind === 'tool' && node.settings?.output !== undefined;

/**
 * What a composition gives, as far as its parts declare it: of a plan an object of its output steps', else what its one
 * output is. Undefined when nothing is known, or when it cannot be put together.
 */
export function derivedOutput(
  { notation, plan, outputSchema }: Pick<ReadComposition, 'notation' | 'plan' | 'outputSchema'>,
  find: FindTool,
): JsonSchema | undefined {
  if (outputSchema !== undefined) return outputSchema;
  const schemas = new OutputSchemas(find);
  if (!givesByStep(notation)) return isShaped(plan.nodes[plan.outputs[0] ?? -1]) ? undefined : schemas.ofPlan(plan);
  const members = plan.outputs.flatMap((at) => {
    const node = plan.nodes[at];
    return node === undefined ? [] : [[node.id, isShaped(node) ? {} : (schemas.of(node) ?? {})] as const];
  });
  const properties = Object.fromEntries(members);
  // References resolve within their own document.
  if (JSON.stringify(properties).includes('"$ref"')) return undefined;
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
