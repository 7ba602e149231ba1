import { parseExactJson, type SagaEventView, type SagaState } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import type { NumberedSagaEvent, Saga, SagaStep } from '@assay/runs';

export interface SagaRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly idempotency_key: string | null;
  readonly state: SagaState;
  readonly revision: number;
  readonly document: SagaDocument;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly ended_at: Date | null;
  /** In order. */
  readonly steps: readonly StepRow[];
}

export interface StepRow {
  readonly document: StepDocument;
  readonly sealed: string | null;
}

type SagaDocument = Omit<
  Saga,
  | 'id'
  | 'organisationId'
  | 'principalId'
  | 'idempotencyKey'
  | 'state'
  | 'revision'
  | 'steps'
  | 'createdAt'
  | 'updatedAt'
  | 'endedAt'
>;

/** A step without what it is given and gives. */
type StepDocument = Omit<SagaStep, 'arguments'>;

interface Content {
  readonly arguments: SagaStep['arguments'];
  readonly undo: Readonly<Record<string, unknown>> | null;
  readonly input: SagaStep['forward']['input'];
  readonly output: unknown;
}

const forgotten: Content = { arguments: {}, undo: {}, input: null, output: null };

/** Sagas with their steps, of rows called `saga`; `sealed` is what is read of that column. */
export const sagaColumns = (
  sealed: 'step.sealed' | 'NULL',
): string => `saga.id, saga.organisation_id, saga.principal_id, saga.idempotency_key, saga.state,
  saga.revision, saga.document, saga.created_at, saga.updated_at, saga.ended_at,
  COALESCE((
    SELECT jsonb_agg(jsonb_build_object('document', step.document, 'sealed', ${sealed}) ORDER BY step.position)
    FROM saga_steps AS step WHERE step.saga_id = saga.id
  ), '[]') AS steps`;

export function documentOf(saga: Saga): SagaDocument {
  const { keyId, scopes, namespaces, traceId, requestDigest, consents, problem, cancelledAt } = saga;
  const { callMs, deadlineMs, deadlineAt, ticket, resolutions } = saga;
  const asked = { keyId, scopes, namespaces, traceId, requestDigest, consents, callMs, deadlineMs };
  return { ...asked, problem, cancelledAt, deadlineAt, ticket, resolutions };
}

/** Of what jsonb takes: text of tools may hold NUL, or half a character. */
export const keptJson = (value: unknown): string =>
  JSON.stringify(value, (_key, it) => (typeof it === 'string' ? it.replaceAll('\0', '\ufffd').toWellFormed() : it));

/** Binds what is sealed to its step. */
const placeOf = (sagaId: string, position: number): string => `saga ${sagaId} step ${position}`;

/** A step as its row has it, what it is given and gives sealed. */
export function stepRowOf(sagaId: string, position: number, step: SagaStep, sealer: Sealer): StepRow {
  const { arguments: given, compensation, forward, ...rest } = step;
  const isOwn = compensation?.input.kind === 'arguments';
  const content: Content = {
    arguments: given,
    undo: isOwn && compensation.input.kind === 'arguments' ? compensation.input.arguments : null,
    input: forward.input,
    output: forward.output,
  };
  return {
    document: {
      ...rest,
      compensation: isOwn ? { ...compensation, input: { kind: 'arguments', arguments: {} } } : compensation,
      forward: { ...forward, input: null, output: null },
    },
    sealed: sealer.seal(JSON.stringify(content), placeOf(sagaId, position)),
  };
}

function toStep(sagaId: string, position: number, { document, sealed }: StepRow, sealer: Sealer): SagaStep {
  const content =
    sealed === null ? forgotten : (parseExactJson(sealer.open(sealed, placeOf(sagaId, position))) as Content);
  const { compensation, forward } = document;
  const isOwn = compensation?.input.kind === 'arguments';
  return {
    ...document,
    arguments: content.arguments,
    compensation: isOwn
      ? { ...compensation, input: { kind: 'arguments', arguments: content.undo ?? {} } }
      : compensation,
    forward: { ...forward, input: content.input, output: content.output },
  };
}

export const toSaga = (row: SagaRow, sealer: Sealer): Saga => ({
  ...row.document,
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  idempotencyKey: row.idempotency_key,
  state: row.state,
  revision: row.revision,
  steps: row.steps.map((step, at) => toStep(row.id, at, step, sealer)),
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
});

export interface EventRow {
  readonly number: number;
  readonly at: Date;
  readonly kind: SagaEventView['kind'];
  readonly step: string | null;
  readonly status: string;
  readonly message: string | null;
}

export const toEvent = ({ at, ...row }: EventRow): NumberedSagaEvent => ({ ...row, at: at.getTime() });
