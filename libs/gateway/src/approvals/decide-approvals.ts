import type { ApprovalSettings, ApprovalState, DecideApproval } from '@assay/contracts';
import { type Caller, type Directory, hasScope } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  type DurableRuns,
  type Failure,
  fail,
  isoTime,
  isUuid,
  ok,
  type Result,
} from '@assay/kernel';
import type { Approval, PausedCall } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import { type DecisionContext, maySee, whyDelegated, whyMayNotDecide } from './may-decide.js';
import type { NotifyOfApprovals } from './notify-of-approvals.js';
import { approvalRun } from './open-approvals.js';
import { recordApproval } from './record-approval.js';

export interface DecideApprovalsPorts {
  readonly store: Pick<
    ApprovalStore,
    'find' | 'ofInvocation' | 'call' | 'list' | 'decide' | 'close' | 'settings' | 'putSettings'
  >;
  readonly runs: Pick<DurableRuns, 'wake'>;
  readonly tell: Pick<NotifyOfApprovals, 'decided'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly directory: Pick<Directory, 'accounts'>;
  readonly urlOf: (id: string) => string;
  /** Called when notices could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

export interface ApprovalList {
  readonly status?: ApprovalState | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What people see of calls that wait for them, and what they say. */
export class DecideApprovals {
  readonly #ports: DecideApprovalsPorts;

  constructor(ports: DecideApprovalsPorts) {
    this.#ports = ports;
  }

  /** Newest first: the caller's own, and with `approvals:decide` those of its organisation. */
  async list(caller: Caller, { status, before, limit }: ApprovalList): Promise<readonly Approval[]> {
    const decides = hasScope(caller, 'approvals:decide');
    const organisationId = decides ? caller.organisationId : null;
    const { principalId, namespaces } = caller;
    return this.#ports.store.list({ organisationId, principalId, namespaces, state: status, before, limit });
  }

  async find(caller: Caller, id: string): Promise<Result<Approval, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    if (found !== undefined && maySee(caller, found)) return ok(found);
    return fail('not_found', `No approval that concerns you has the id "${id}": GET /v1/approvals lists them.`);
  }

  /**
   * What would run; undefined once it has been forgotten. For those who may see the approval. A result that waits is shown
   * to those who may decide on it, and to nobody else.
   */
  async call(caller: Caller, approval: Approval): Promise<PausedCall | undefined> {
    const { store } = this.#ports;
    const call = await store.call(approval.id);
    if (call?.withheld === undefined) return call;
    const forbidden = whyMayNotDecide(caller, approval, await this.#context(caller, approval));
    const { withheld: _withheld, ...others } = call;
    return forbidden === undefined ? call : others;
  }

  async decide(caller: Caller, id: string, { decision, reason }: DecideApproval): Promise<Result<Approval, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const { store, clock, tell, onProblem } = this.#ports;
    const context = await this.#context(caller, found.value);
    const forbidden = whyMayNotDecide(caller, found.value, context) ?? whyDelegated(caller, found.value);
    if (forbidden !== undefined) return { ok: false, error: forbidden };
    const principalId = caller.principalId as string;
    const said = { principalId, decision, reason: reason ?? null, at: clock.now() };
    const decided = await store.decide(id, said);
    if (decided === undefined) return fail('not_found', `No approval has the id "${id}".`);
    const { approval, taken } = decided;
    if (!taken) return { ok: false, error: whyNotTaken(approval, said) };
    await recordApproval(this.#ports.audit, caller, `approval.${decision}`, approval, { reason: said.reason });
    if (approval.state === 'pending') return ok(approval);
    await this.#wake(approval);
    await tell.decided(approval, said).catch(onProblem);
    return ok(approval);
  }

  /** Its caller does not want the call any more. Undefined when no call of that id waits. */
  async cancel(caller: Caller, invocationId: string): Promise<Approval | undefined> {
    const { store, clock } = this.#ports;
    const waiting = isUuid(invocationId) ? await store.ofInvocation(invocationId) : undefined;
    if (waiting === undefined || caller.principalId === null || waiting.principalId !== caller.principalId)
      return undefined;
    if (!(await store.close(waiting.id, 'cancelled', clock.now()))) return undefined;
    await recordApproval(this.#ports.audit, caller, 'approval.cancel', waiting, {});
    await this.#wake(waiting);
    return waiting;
  }

  async settings({ organisationId }: Caller): Promise<Result<ApprovalSettings, Failure>> {
    if (organisationId === null) return fail('unauthenticated', 'Settings belong to an organisation: authenticate.');
    return ok(await this.#ports.store.settings(organisationId));
  }

  async setSettings(caller: Caller, settings: ApprovalSettings): Promise<Result<ApprovalSettings, Failure>> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || !hasScope(caller, 'admin') || caller.namespaces !== null)
      return fail(
        'forbidden',
        'How an organisation decides is for its administrators to say, by a key that is not narrowed.',
      );
    await this.#ports.store.putSettings(organisationId, settings, this.#ports.clock.now(), principalId);
    const { settled } = this.#ports.audit.append({
      organisationId,
      principalId,
      action: 'approval.settings',
      subject: 'approvals',
      details: { ...settings },
    });
    await settled;
    return ok(settings);
  }

  async #context({ principalId }: Caller, { id, organisationId }: Approval): Promise<DecisionContext> {
    const { store, clock, directory, urlOf } = this.#ports;
    const resetAt = directory.accounts.of(principalId ?? '')?.resetAt ?? null;
    return { settings: await store.settings(organisationId), now: clock.now(), resetAt, url: urlOf(id) };
  }

  /** Wakes the run that continues the call. If the wake is lost, a sweep repeats it. */
  async #wake({ id }: Approval): Promise<void> {
    const { runs, onProblem } = this.#ports;
    await runs.wake(approvalRun, id).catch(onProblem);
  }
}

function whyNotTaken(
  { state, expiresAt, decisions }: Approval,
  { principalId, at }: { readonly principalId: string; readonly at: number },
): Failure {
  if (state === 'pending' && expiresAt <= at)
    return conflict(`It expired at ${isoTime(expiresAt)}: the call is denied, and can be made again.`);
  if (state === 'pending' && decisions.some((it) => it.principalId === principalId))
    return conflict('You have agreed already: this call needs another user, too.');
  return conflict(`It is ${state} already, and an approval is decided once.`);
}

const conflict = (message: string): Failure => fail('conflict', message).error;
