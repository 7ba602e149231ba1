import type { JsonSchema } from '../../catalog/json-schema.js';
import type { FindTool } from '../known-tool.js';
import type { Node, Plan } from '../plan.js';

/** What a node gives; undefined when nobody declared it. A tool without an output schema gives text, or anything at all. */
export function outputSchemaOf(node: Node, find: FindTool): JsonSchema | undefined {
  switch (node.kind) {
    case 'tool': {
      const found = find(node.tool);
      return found.ok ? found.value.manifest.outputSchema : undefined;
    }
    case 'repeat':
      return planOutputSchema(node.body, find);
    case 'branch':
      return undefined;
    case 'parallel': {
      if (node.join.kind !== 'all') return undefined;
      const schemas = node.branches.map(({ name, plan }) => [name, planOutputSchema(plan, find) ?? true] as const);
      return (
        shareable(schemas) && {
          type: 'object',
          properties: Object.fromEntries(schemas),
          required: schemas.map(([name]) => name),
        }
      );
    }
  }
}

/** What the one output of a plan is. */
export function planOutputSchema(plan: Plan, find: FindTool): JsonSchema | undefined {
  const last = plan.nodes[plan.outputs[0] ?? -1];
  return plan.outputs.length === 1 && last !== undefined ? outputSchemaOf(last, find) : undefined;
}

/** References lead into the document they stand in: schemas that hold some cannot be put into another one. */
const shareable = (schemas: readonly (readonly [string, unknown])[]): true | undefined =>
  JSON.stringify(schemas).includes('"$ref"') ? undefined : true;
