import type { KitComposition } from '@assay/kit';

/** Without `script`, which can do anything: with it, a person would have to approve each call of the whole. */
const actions = [
  ...['navigate', 'back', 'tabs', 'click', 'fill', 'select', 'type', 'press', 'hover', 'scroll', 'drag'],
  ...['wait_for', 'extract', 'extract_text', 'download'],
] as const;

const tool = (name: string): string => `assay/browser.${name}@^2`;

/** Most turns of a call, and those of one that states none. */
const turns = Object.freeze({ max: 50, default: 20 });

/**
 * The action loop (document 004, Pseudo-Algorithm 14.10): observe, ask a model, carry out one action. Run by the gateway, so
 * that each action is a call with its own verdict, approval and record.
 */
export const browse: KitComposition = Object.freeze({
  title: 'Reach a task in the browser',
  description:
    'Reach a task on web pages: a model observes the page and takes one action a turn until the task is done. Returns the outcome (Success, Timeout or Exhausted), a result that meets the schema, and every action. What sends data waits for a person. Call with a deadline that is long enough: a turn takes seconds.',
  capabilities: ['web.browse'],
  acts: true,
  annotations: Object.freeze({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  }),
  compensation: { class: 'irreversible' as const },
  inputSchema: {
    type: 'object',
    properties: {
      task: {
        type: 'string',
        minLength: 1,
        maxLength: 4_000,
        description: 'What to reach, with the address to begin at unless the page is open already',
      },
      schema: { type: 'object', description: 'JSON Schema that the result must meet' },
      maxSteps: {
        type: 'integer',
        minimum: 1,
        maximum: turns.max,
        default: turns.default,
        description: 'Actions and decisions at most; then the outcome is Exhausted',
      },
      deadlineMs: {
        type: 'integer',
        minimum: 1_000,
        maximum: 600_000,
        description: "Time for the task in ms, within the call's own deadline; then the outcome is Timeout",
      },
    },
    required: ['task'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      outcome: { type: 'string', enum: ['Success', 'Timeout', 'Exhausted'] },
      result: { description: 'What the model found; of outcome Success' },
      steps: { type: 'integer' },
      history: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            step: { type: 'integer' },
            action: { type: 'string' },
            arguments: { type: 'object' },
            outcome: { type: 'string', enum: ['done', 'failed', 'invalid'] },
            reason: { type: 'string' },
          },
          required: ['step', 'action', 'outcome'],
        },
      },
    },
    required: ['outcome', 'steps', 'history'],
  },
  notation: 'chain' as const,
  definition: {
    act: {
      task: '$input.task',
      // Each decision sees the whole page: the model keeps nothing of the turns before.
      observe: { tool: tool('observe'), input: { full: true, maxTokens: 4_000 } },
      tools: actions.map(tool),
      schema: '$input.schema',
      maxSteps: '$input.maxSteps',
      deadlineMs: '$input.deadlineMs',
      max: turns.max,
    },
  },
});
