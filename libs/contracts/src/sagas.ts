import { z } from 'zod';
import { errorCodes } from './error-table.js';
import { invokeSchema, maxDeadlineMs } from './invocation.js';
import { reasonText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** So many steps a saga may have: each is a call, and may be another one when it is undone. */
export const mostSagaSteps = 100;

/** SPEC section 7. */
export const sagaStates = ['PENDING', 'RUNNING', 'COMPENSATING', 'COMPLETED', 'FAILED', 'COMPENSATION_FAILED'] as const;
export type SagaState = (typeof sagaStates)[number];

const stepIdSchema = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be of A-Z, a-z, 0-9, "_" and "-"');
const json = z.record(z.string(), z.unknown());

const sagaStepBodySchema = z.strictObject({
  id: stepIdSchema,
  tool: toolReferenceSchema.describe('The version found when the saga begins is the one that runs'),
  arguments: json.describe('A text "$ref:step" or "$ref:step.field" stands for the output of an earlier step'),
  compensation: z
    .strictObject({
      tool: toolReferenceSchema,
      arguments: json.describe('"$ref:input.field" and "$ref:output.field" stand for what the step was given and gave'),
    })
    .optional()
    .describe('What undoes the step; what its manifest names when absent'),
});
export type SagaStepBody = z.infer<typeof sagaStepBodySchema>;

/** Steps that follow one another; when one fails, those before it are undone in reverse. */
export const startSagaSchema = z.strictObject({
  steps: z.array(sagaStepBodySchema).min(1).max(mostSagaSteps),
  deadlineMs: z
    .int()
    .min(1)
    .max(maxDeadlineMs)
    .optional()
    .describe('For all forward steps together, without the time people take; 600,000 when absent, and 30,000 a call'),
  idempotencyKey: invokeSchema.shape.idempotencyKey.describe('The same key begins one saga, however often it is sent'),
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
  code: z.enum(errorCodes as [(typeof errorCodes)[number], ...(typeof errorCodes)[number][]]),
  message: z.string(),
  outcome: z.enum(['none', 'unknown', 'done']),
});
export type SagaError = z.infer<typeof sagaErrorSchema>;

const approvalAtSchema = z.object({ id: z.uuid(), url: z.string() });

const attemptFields = {
  invocation: z.uuid().nullable().describe('Whose envelope GET /v1/invocations/{id} shows'),
  error: sagaErrorSchema.nullable(),
  approval: approvalAtSchema.nullable().describe('What it waits for'),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
};

export const sagaStepSchema = z.object({
  id: z.string(),
  tool: z.string(),
  version: z.string(),
  status: z.enum(forwardStatuses),
  ...attemptFields,
  input: z.unknown().optional().describe('As the tool was called, once it was; not in lists'),
  output: z.unknown().optional().describe('Of a step that succeeded; not in lists'),
  class: z
    .enum(['read-only', 'full', 'semantic', 'side-effects', 'irreversible'])
    .describe('How far the step can be undone'),
  undo: z
    .object({ tool: z.string().nullable(), status: z.enum(undoStatuses), tries: z.int(), ...attemptFields })
    .nullable()
    .describe('Null while there is nothing to undo'),
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
    .describe('Why it does not go on'),
  consents: z
    .array(z.object({ step: z.string(), approval: approvalAtSchema }))
    .describe('Asked for before the first step, one for each irreversible step that is not the last'),
  ticket: z
    .object({ id: z.uuid(), openedAt: z.iso.datetime(), steps: z.array(z.string()) })
    .nullable()
    .describe('For a person: the steps that could not be undone'),
  resolutions: z.array(
    z.object({ action: z.enum(sagaActions), by: z.string(), reason: z.string(), at: z.iso.datetime() }),
  ),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type SagaView = z.infer<typeof sagaSchema>;

export const resolveSagaSchema = z.strictObject({
  action: z.enum(sagaActions).describe('retry: undo what is left once more; settle: it was settled by hand'),
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
  status: z.string().describe('The state of the saga, or of the step, from now on'),
  message: z.string().nullable(),
});
export type SagaEventView = z.infer<typeof sagaEventSchema>;
