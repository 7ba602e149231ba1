import { z } from 'zod';
import { asArguments, checkOneName } from './arguments-alias.js';
import { invokeMembers, maxDeadlineMs } from './invocation.js';
import { reasonText } from './kept.js';
import { toolReferenceSchema } from './names.js';
import { errorCodeSchema } from './problem.js';

/** So many steps a saga may have: each is a call, and may be another one when it is undone. */
export const maxSagaSteps = 100;

/** SPEC section 7. */
export const sagaStates = ['PENDING', 'RUNNING', 'COMPENSATING', 'COMPLETED', 'FAILED', 'COMPENSATION_FAILED'] as const;
export type SagaState = (typeof sagaStates)[number];

const stepIdSchema = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/, 'must contain only A-Z, a-z, 0-9, "_" and "-"');
const json = z.record(z.string(), z.unknown());

const referring = '"$ref:step" or "$ref:step.field" refers to an earlier step\'s output';

const sagaStepBodySchema = z
  .strictObject({
    id: stepIdSchema,
    tool: toolReferenceSchema.describe('The version resolved when the saga starts is used throughout'),
    arguments: json.optional().describe(referring),
    input: json.optional().describe('Another name of arguments'),
    compensation: z
      .strictObject({
        tool: toolReferenceSchema,
        arguments: json.describe('"$ref:input.field" and "$ref:output.field" refer to the step\'s input and output'),
      })
      .optional()
      .describe("The step's compensation; as declared in the manifest when absent"),
  })
  .superRefine(checkOneName)
  .transform((step) => asArguments(step));
export type SagaStepBody = z.infer<typeof sagaStepBodySchema>;

/** Steps that follow one another; when one fails, those before it are undone in reverse. */
export const startSagaSchema = z.strictObject({
  steps: z.array(sagaStepBodySchema).min(1).max(maxSagaSteps),
  deadlineMs: z
    .int()
    .min(1)
    .max(maxDeadlineMs)
    .optional()
    .describe(
      'For all forward steps together, excluding time waiting for people; 600,000 when absent, and 30,000 per call',
    ),
  idempotencyKey: invokeMembers.idempotencyKey.describe('Repeated requests with the same key start only one saga'),
});
export type StartSaga = z.infer<typeof startSagaSchema>;

export const forwardStatuses = [
  'waiting',
  'running',
  'awaiting_approval',
  'succeeded',
  'failed',
  'unknown',
  'skipped',
] as const;
export type ForwardStatus = (typeof forwardStatuses)[number];

export const undoStatuses = ['waiting', 'running', 'awaiting_approval', 'succeeded', 'failed', 'irreversible'] as const;
export type UndoStatus = (typeof undoStatuses)[number];

export const sagaErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  outcome: z.enum(['none', 'unknown', 'done']),
});
export type SagaError = z.infer<typeof sagaErrorSchema>;

export const approvalAddressSchema = z.object({ id: z.uuid(), url: z.string() });

const attemptFields = {
  invocation: z.uuid().nullable().describe('Whose envelope GET /v1/invocations/{id} shows'),
  error: sagaErrorSchema.nullable(),
  approval: approvalAddressSchema.nullable().describe('What it is waiting for'),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
};

export const sagaStepSchema = z.object({
  id: z.string(),
  tool: z.string(),
  version: z.string(),
  status: z.enum(forwardStatuses),
  ...attemptFields,
  input: z.unknown().optional().describe('Arguments of the call, once made; not in lists'),
  output: z.unknown().optional().describe('Output of a successful step; not in lists'),
  class: z
    .enum(['read-only', 'full', 'semantic', 'side-effects', 'irreversible'])
    .describe('Compensation class of the step'),
  undo: z
    .object({ tool: z.string().nullable(), status: z.enum(undoStatuses), tries: z.int(), ...attemptFields })
    .nullable()
    .describe('Null while nothing needs undoing'),
});
export type SagaStepView = z.infer<typeof sagaStepSchema>;

export const sagaActions = ['retry', 'settle'] as const;

export const sagaSchema = z.object({
  id: z.uuid(),
  state: z.enum(sagaStates),
  caller: z.object({ name: z.string(), kind: z.string() }),
  steps: z.array(sagaStepSchema),
  problem: z
    .object({ step: z.string().nullable(), code: z.string(), message: z.string() })
    .nullable()
    .describe('Why it stopped'),
  consents: z
    .array(z.object({ step: z.string(), approval: approvalAddressSchema }))
    .describe('Approvals required before the first step: one for each irreversible step except the last'),
  ticket: z
    .object({ id: z.uuid(), openedAt: z.iso.datetime(), steps: z.array(z.string()) })
    .nullable()
    .describe('For a person: steps that could not be undone'),
  resolutions: z.array(
    z.object({ action: z.enum(sagaActions), by: z.string(), reason: z.string(), at: z.iso.datetime() }),
  ),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type SagaView = z.infer<typeof sagaSchema>;

export const resolveSagaSchema = z.strictObject({
  action: z.enum(sagaActions).describe('retry: retry the compensation; settle: mark it as resolved manually'),
  reason: reasonText,
});
export type ResolveSaga = z.infer<typeof resolveSagaSchema>;

/** What happened to a saga, in order. */
export const sagaEventKinds = [
  'saga.state',
  'step.started',
  'step.waits',
  'step.ended',
  'undo.started',
  'undo.waits',
  'undo.ended',
  'saga.cancel',
  'saga.resolve',
] as const;
export const sagaEventSchema = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(sagaEventKinds),
  step: z.string().nullable(),
  status: z.string().describe('The new state of the saga or step'),
  message: z.string().nullable(),
});
export type SagaEventView = z.infer<typeof sagaEventSchema>;
