import type { DelegateApproval } from '@assay/contracts';
import { type Caller, type Directory, hasScope, holdersOf, type Principal } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Approval } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import type { DecideApprovals } from './decide-approvals.js';
import type { NotifyOfApprovals } from './notify-of-approvals.js';
import { recordApproval } from './record-approval.js';

export interface DelegateApprovalsPorts {
  readonly deciding: Pick<DecideApprovals, 'find'>;
  readonly store: Pick<ApprovalStore, 'delegate' | 'takeBack'>;
  readonly directory: Pick<Directory, 'principal' | 'principalNamed' | 'keys' | 'accounts'>;
  readonly tell: Pick<NotifyOfApprovals, 'delegated'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when notices could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

/**
 * Hands one's own decision on a call to another user who may decide on it. It gives nobody a right: the delegate had it
 * before, and the delegator gives theirs up until they take it back. Others decide as before.
 */
export class DelegateApprovals {
  readonly #ports: DelegateApprovalsPorts;

  constructor(ports: DelegateApprovalsPorts) {
    this.#ports = ports;
  }

  /** Users to whom the caller may delegate, by name. */
  async delegates(caller: Caller, id: string): Promise<Result<readonly Principal[], Failure>> {
    const found = await this.#own(caller, id);
    if (!found.ok) return found;
    const approval = found.value;
    const deciders = this.#deciders(approval);
    const people = [...deciders]
      .flatMap((principalId) => this.#ports.directory.principal(principalId) ?? [])
      .filter((it) => this.#whyNot(caller, approval, it, deciders) === undefined);
    return ok(people.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  async delegate(caller: Caller, id: string, { to, reason }: DelegateApproval): Promise<Result<Approval, Failure>> {
    const { store, directory, clock, audit, tell, onProblem } = this.#ports;
    const found = await this.#own(caller, id);
    if (!found.ok) return found;
    const delegate = directory.principalNamed(found.value.organisationId, to);
    if (delegate === undefined)
      return fail(
        'not_found',
        `Nobody in your organisation is named "${to}": GET /v1/approvals/${id}/delegates lists whom you can choose.`,
      );
    const refused = this.#whyNot(caller, found.value, delegate, this.#deciders(found.value));
    if (refused !== undefined) return { ok: false, error: refused };
    const delegation = {
      ...{ from: caller.principalId as string, to: delegate.id },
      ...{ reason: reason ?? null, at: clock.now() },
    };
    const changed = await store.delegate(id, delegation);
    if (changed === undefined) return fail('conflict', changedMeanwhile);
    await recordApproval(audit, caller, 'approval.delegate', changed, { to: delegate.name, reason: delegation.reason });
    await tell.delegated(changed, delegation).catch(onProblem);
    return ok(changed);
  }

  async takeBack(caller: Caller, id: string): Promise<Result<Approval, Failure>> {
    const { store, directory, clock, audit } = this.#ports;
    const found = await this.#own(caller, id);
    if (!found.ok) return found;
    const own = found.value.delegations.find((it) => it.from === caller.principalId);
    if (own === undefined) return fail('conflict', 'You have not delegated this approval.');
    const changed = await store.takeBack(id, own.from, clock.now());
    if (changed === undefined) return fail('conflict', changedMeanwhile);
    const to = directory.principal(own.to)?.name ?? own.to;
    await recordApproval(audit, caller, 'approval.take-back', changed, { from: to });
    return ok(changed);
  }

  /** One that waits, and on which the caller's decision is the caller's to give away. */
  async #own(caller: Caller, id: string): Promise<Result<Approval, Failure>> {
    const found = await this.#ports.deciding.find(caller, id);
    if (!found.ok) return found;
    const approval = found.value;
    if (caller.kind !== 'user' || !hasScope(caller, 'approvals:decide'))
      return fail('forbidden', 'Only a user who may decide can delegate: you need the scope approvals:decide.');
    if (approval.state !== 'pending' || approval.expiresAt <= this.#ports.clock.now())
      return fail('conflict', 'The approval no longer waits for a decision.');
    if (approval.decisions.some((it) => it.principalId === caller.principalId))
      return fail('conflict', 'You have decided already: it waits for another user.');
    return found;
  }

  /** By id. */
  #deciders({ organisationId }: Approval): ReadonlySet<string> {
    const { directory, clock } = this.#ports;
    const holders = holdersOf(directory, organisationId, 'approvals:decide', clock.now());
    return new Set(holders.map((it) => it.principalId));
  }

  #whyNot(
    caller: Caller,
    approval: Approval,
    { id, name, kind }: Principal,
    deciders: ReadonlySet<string>,
  ): Failure | undefined {
    const { principalId, decisions, delegations } = approval;
    if (id === caller.principalId) return fail('conflict', 'You cannot delegate to yourself.').error;
    if (kind !== 'user') return fail('forbidden', `A person decides, and "${name}" is of kind ${kind}.`).error;
    if (id === principalId) return fail('forbidden', `"${name}" made this call: another user decides on it.`).error;
    if (!deciders.has(id))
      return fail('forbidden', `"${name}" may not decide: they lack the scope approvals:decide.`).error;
    if (decisions.some((it) => it.principalId === id)) return fail('conflict', `"${name}" has decided already.`).error;
    if (delegations.some((it) => it.from === id))
      return fail('conflict', `"${name}" has delegated this approval to somebody else.`).error;
    return undefined;
  }
}

const changedMeanwhile = 'The approval has changed in the meantime: read it again.';
