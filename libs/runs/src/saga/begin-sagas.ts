import type { StartSaga } from '@assay/contracts';
import { type ApprovalStore, approvalDefaults } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  digestJson,
  err,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import { FindTools, type FindToolsPorts } from '../find-tools.js';
import type { Consents } from './consents.js';
import { draftSaga, needingConsent, notASaga } from './draft-saga.js';
import { type Saga, type SagaStep, sagaDefaults } from './saga.js';
import { isAtRest } from './saga-states.js';
import type { SagaStore } from './saga-store.js';
import type { WakeSagas } from './wake-sagas.js';

export interface BeginSagasPorts extends FindToolsPorts {
  readonly store: Pick<SagaStore, 'begin' | 'underKey'>;
  readonly approvals: Pick<ApprovalStore, 'waiting'>;
  readonly consents: Pick<Consents, 'open'>;
  readonly approvalUrl: (id: string) => string;
  readonly wake: Pick<WakeSagas, 'wake'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Called for failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

export interface SagaContext {
  readonly caller: Caller;
  readonly traceId: string;
}

/**
 * Starts sagas: all problems are reported at once and change nothing; a started saga survives any crash. A key that
 * belongs to a saga returns that one, whatever has happened to its tools since.
 */
export class BeginSagas {
  readonly #ports: BeginSagasPorts;

  constructor(ports: BeginSagasPorts) {
    this.#ports = ports;
  }

  async run(body: StartSaga, { caller, traceId }: SagaContext): Promise<Result<Saga, Failure>> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null)
      return fail('unauthenticated', 'A saga belongs to a caller: authenticate.');
    const { store } = this.#ports;
    const requestDigest = digestOf(body);
    const { idempotencyKey: key } = body;
    const earlier = key === undefined ? undefined : await store.underKey(principalId, key);
    if (earlier !== undefined) return this.#again(earlier, requestDigest);
    const tools = new FindTools(this.#ports, caller);
    const drafted = draftSaga(body.steps, (reference) => {
      const found = tools.find(reference);
      return found.ok ? ok(found.value.version) : found;
    });
    if (!drafted.ok) return err(notASaga(drafted.error));
    const steps = drafted.value.map(({ step }) => step);
    const saga = this.#sagaOf(body, steps, { ...caller, organisationId, principalId }, traceId);
    const tooMany = await this.#tooManyConsents(saga);
    if (tooMany !== undefined) return err(tooMany);
    const kept = await store.begin(saga, sagaDefaults.maxOpen);
    if (kept === undefined) return tooManyOpen;
    if (kept.id === saga.id) await this.#record(kept);
    return this.#again(kept, requestDigest);
  }

  /** The replica that executes sagas takes it, unless it rests. */
  async #again(saga: Saga, requestDigest: string): Promise<Result<Saga, Failure>> {
    if (saga.requestDigest !== requestDigest) return otherSaga(saga);
    if (isAtRest(saga)) return ok(saga);
    const { consents, wake, onProblem } = this.#ports;
    if (saga.state === 'PENDING') await consents.open(saga).catch(onProblem);
    await wake.wake(saga);
    return ok(saga);
  }

  /** Consents count among the calls of a caller that wait for people. */
  async #tooManyConsents({ principalId, consents }: Saga): Promise<Failure | undefined> {
    if (consents.length === 0) return undefined;
    const { maxWaiting } = approvalDefaults;
    const waiting = await this.#ports.approvals.waiting(principalId);
    if (waiting + consents.length <= maxWaiting) return undefined;
    return fail(
      'rate_limited',
      `The saga was not started: ${consents.length} of its steps need a person's approval, ${waiting} of your calls and steps are already waiting, and the maximum is ${maxWaiting}. GET /v1/approvals?status=pending lists them; give the steps compensations, or use fewer steps.`,
      { retryAfterMs: 60_000 },
    ).error;
  }

  #sagaOf(
    body: StartSaga,
    steps: readonly SagaStep[],
    caller: Caller & { readonly organisationId: string; readonly principalId: string },
    traceId: string,
  ): Saga {
    const { clock, random, approvalUrl } = this.#ports;
    const now = clock.now();
    const consents = needingConsent(steps).map((position) => {
      const approvalId = random.uuid();
      return { position, approvalId, url: approvalUrl(approvalId) };
    });
    return {
      id: random.uuid(),
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      keyId: caller.keyId ?? null,
      scopes: [...caller.scopes],
      namespaces: caller.namespaces,
      traceId,
      idempotencyKey: body.idempotencyKey ?? null,
      requestDigest: digestOf(body),
      ...untouched,
      steps,
      consents,
      callMs: body.deadlineMs === undefined ? sagaDefaults.callMs : null,
      deadlineMs: body.deadlineMs ?? sagaDefaults.deadlineMs,
      createdAt: now,
      updatedAt: now,
    };
  }

  async #record({ id, organisationId, principalId, steps }: Saga): Promise<void> {
    const { settled } = this.#ports.audit.append({
      organisationId,
      principalId,
      action: 'saga.start',
      subject: id,
      details: { steps: steps.map(({ tool, version }) => `${tool}@${version}`) },
    });
    await settled;
  }
}

const digestOf = ({ steps, deadlineMs }: StartSaga): string => digestJson({ steps, deadlineMs: deadlineMs ?? null });

const tooManyOpen = fail(
  'rate_limited',
  `The saga was not started: ${sagaDefaults.maxOpen.toLocaleString('en')} of yours have not ended, the maximum. GET /v1/sagas lists them; wait for some to end, cancel some (DELETE /v1/sagas/{id}), or have those resolved that are COMPENSATION_FAILED.`,
  { retryAfterMs: 60_000 },
);

/** Of a saga to which nothing has happened. */
const untouched = {
  state: 'PENDING',
  problem: null,
  cancelledAt: null,
  deadlineAt: null,
  ticket: null,
  resolutions: [],
  revision: 1,
  endedAt: null,
} as const;

const otherSaga = ({ id, idempotencyKey }: Saga) =>
  fail(
    'idempotency_conflict',
    `The idempotency key "${idempotencyKey}" was already used for a different saga: use a new key. GET /v1/sagas/${id} shows the first one.`,
    { data: { sagaId: id } },
  );
