import { type Directory, holdersOf } from '@assay/identity';
import { type Clock, isoTime, type Notice, type Notices, type Recipient } from '@assay/kernel';
import type { Approval, ApprovalDelegation, UserDecision } from './approval.js';

export interface TellOfApprovalsPorts {
  readonly notices: Notices;
  readonly directory: Directory;
  readonly urlOf: (id: string) => string;
  /** A link for one person, for messages outside the application; undefined for those who cannot sign in. */
  readonly linkFor: (approval: Approval, principalId: string) => string | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** Notifies people of calls that need approval, and callers of the outcome. Arguments are shown on request only. */
export class NotifyOfApprovals {
  readonly #ports: TellOfApprovalsPorts;

  constructor(ports: TellOfApprovalsPorts) {
    this.#ports = ports;
  }

  /** Those who may decide. */
  async opened(approval: Approval): Promise<void> {
    const { id, tool, version, principalId, expiresAt } = approval;
    const name = this.#ports.directory.principal(principalId)?.name ?? 'Somebody';
    const where = `see it at ${this.#ports.urlOf(id)}, or with "assay approvals show ${id}".`;
    if (approval.subject === 'result') {
      const result = `${name} called ${tool}@${version}, and a policy withholds the result until you review it, by ${isoTime(expiresAt)}: ${where}`;
      return this.#send(approval, 'approval.opened', result, this.#deciders(approval));
    }
    const text = `${name} wants to call ${tool}@${version}, which needs your approval until ${isoTime(expiresAt)}: see what would run at ${this.#ports.urlOf(id)}, or with "assay approvals show ${id}".`;
    await this.#send(approval, 'approval.opened', text, this.#deciders(approval));
  }

  /** Who is to decide instead. */
  async delegated(approval: Approval, { from, to, reason, at }: ApprovalDelegation): Promise<void> {
    const { tool, version, id, principalId, organisationId, expiresAt } = approval;
    const nameOf = (of: string) => this.#ports.directory.principal(of)?.name ?? 'Somebody';
    const because = reason === null ? '' : ` (${reason})`;
    const what = approval.subject === 'result' ? 'the result of a call' : 'a call';
    const text = `${nameOf(from)} asks you to decide on ${what} of ${tool}@${version} by ${nameOf(principalId)} until ${isoTime(expiresAt)}${because}: see it at ${this.#ports.urlOf(id)}, or with "assay approvals show ${id}".`;
    await this.#send(approval, 'approval.delegated', text, [{ organisationId, principalId: to }], ` ${from} ${at}`);
  }

  /** The caller. */
  async decided(approval: Approval, { decision, reason }: UserDecision): Promise<void> {
    const { tool, version, invocationId } = approval;
    const because = reason === null ? '' : ` (${reason})`;
    const said = saidOf(approval, decision);
    const text = isConsent(approval)
      ? `The irreversible step ${tool}@${version} of your saga ${decision === 'approve' ? 'was consented to' : 'was denied, so the saga does not start'}${because}: GET /v1/sagas/${invocationId} shows it.`
      : `Your call of ${tool}@${version} ${said}${because}: GET /v1/invocations/${invocationId} shows the result.`;
    await this.#send(approval, 'approval.decided', text, [ownerOf(approval)]);
  }

  /** The caller, and those who might have decided. */
  async expired(approval: Approval): Promise<void> {
    const { tool, version } = approval;
    const text =
      approval.subject === 'result'
        ? `The result of a call of ${tool}@${version} was not released in time and is not returned. The tool was called.`
        : `A call of ${tool}@${version} was not approved in time and is denied. You can call again.`;
    await this.#send(approval, 'approval.expired', text, [ownerOf(approval), ...this.#deciders(approval)]);
  }

  #deciders({ organisationId, principalId }: Approval): Recipient[] {
    const { directory, clock } = this.#ports;
    const users = holdersOf(directory, organisationId, 'approvals:decide', clock.now()).filter(
      (it) => directory.principal(it.principalId)?.kind === 'user',
    );
    const others = users.filter((it) => it.principalId !== principalId);
    // One person alone decides on their own calls, when signed in.
    return others.length > 0 ? others : users.filter((it) => directory.accounts.of(it.principalId) !== undefined);
  }

  async #send(
    approval: Approval,
    kind: Notice['kind'],
    text: string,
    to: readonly Recipient[],
    occasion = '',
  ): Promise<void> {
    if (to.length === 0) return;
    const { id, tool, version, invocationId, argumentsDigest } = approval;
    const details = { approval: id, invocationId, argumentsDigest, url: this.#ports.urlOf(id) };
    const people = to.map((it) => {
      const link = this.#ports.linkFor(approval, it.principalId);
      return link === undefined ? it : { ...it, link };
    });
    const key = `${kind} ${id}${occasion}`;
    await this.#ports.notices.send([{ key, kind, subject: `${tool}@${version}`, text, details, to: people }]);
  }
}

function saidOf({ subject }: Approval, decision: UserDecision['decision']): string {
  if (subject === 'result') return decision === 'approve' ? 'had its result released' : 'had its result denied';
  return decision === 'approve' ? 'was approved and is being made' : 'was denied';
}

const ownerOf = ({ organisationId, principalId }: Approval): Recipient => ({ organisationId, principalId });

/** Of a saga, under whose id it was asked for; no call waits for it. */
const isConsent = ({ idempotencyKey, invocationId }: Approval): boolean =>
  idempotencyKey?.startsWith(`saga:${invocationId}:`) === true && idempotencyKey.endsWith(':consent');
