import type { JsonSchema } from '@assay/json-schema';
import { givesByName, needsEvery } from '../join.js';
import type { FindTool } from '../known-tool.js';
import type { BranchNode, Node, ParallelNode, Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';

/** What an act gives; `result` meets the schema of the task, which is not known before. */
const actOutput: JsonSchema = Object.freeze({
  type: 'object',
  properties: {
    outcome: { enum: ['Success', 'Timeout', 'Exhausted'] },
    result: {},
    steps: { type: 'integer' },
    history: { type: 'array' },
  },
  required: ['outcome', 'steps', 'history'],
});

/** What the nodes of one plan, and of the plans in it, give: each asked once. */
export class OutputSchemas {
  readonly #known = new Map<Node, JsonSchema | undefined>();
  readonly #shareable = new WeakMap<object, boolean>();

  constructor(private readonly find: FindTool) {}

  /** Undefined when nobody declared it. A tool without an output schema gives text, or anything at all. */
  of(node: Node): JsonSchema | undefined {
    if (this.#known.has(node)) return this.#known.get(node);
    const schema = this.#schemaOf(node);
    this.#known.set(node, schema);
    return schema;
  }

  /** What the one output of a plan is. */
  ofPlan(plan: Plan): JsonSchema | undefined {
    const last = plan.nodes[plan.outputs[0] ?? -1];
    return plan.outputs.length === 1 && last !== undefined ? this.of(last) : undefined;
  }

  #schemaOf(node: Node): JsonSchema | undefined {
    switch (node.kind) {
      case 'tool': {
        const found = this.find(node.tool);
        return found.ok ? found.value.manifest.outputSchema : undefined;
      }
      case 'ask':
        return node.schema;
      case 'act':
        return actOutput;
      case 'repeat':
        return this.ofPlan(node.body);
      case 'each': {
        const items = this.ofPlan(node.body);
        return { type: 'array', ...(items !== undefined && this.#isShareable(items) && { items }) };
      }
      case 'branch':
        return this.#anyOf(node);
      case 'parallel':
        return givesByName(node.join) ? this.#byName(node) : this.#anyOf(node);
    }
  }

  /** What one of several plans gives. */
  #anyOf(node: BranchNode | ParallelNode): JsonSchema | undefined {
    const schemas = new Set(plansIn(node).map((plan) => this.ofPlan(plan)));
    const [first] = schemas;
    if (schemas.size === 1) return first;
    const anyOf = [...schemas];
    return anyOf.every((it) => it !== undefined && this.#isShareable(it)) ? { anyOf } : undefined;
  }

  /** Every branch by its name; of a quorum, any of them may be missing. */
  #byName({ branches, join }: ParallelNode): JsonSchema | undefined {
    const schemas = branches.map(({ name, plan }) => [name, this.ofPlan(plan) ?? true] as const);
    if (!schemas.every(([, schema]) => this.#isShareable(schema))) return undefined;
    return {
      type: 'object',
      properties: Object.fromEntries(schemas),
      required: needsEvery(join) ? schemas.map(([name]) => name) : [],
      additionalProperties: false,
    };
  }

  /** References resolve within their own document: schemas that contain some cannot be moved into another one. */
  #isShareable(schema: unknown): boolean {
    if (typeof schema !== 'object' || schema === null) return true;
    const known = this.#shareable.get(schema);
    if (known !== undefined) return known;
    const isShareable = !Object.hasOwn(schema, '$ref') && Object.values(schema).every((it) => this.#isShareable(it));
    this.#shareable.set(schema, isShareable);
    return isShareable;
  }
}
