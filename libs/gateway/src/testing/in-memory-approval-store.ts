import type { ApprovalSettings, InvocationStatus } from '@assay/contracts';
import {
  type Approval,
  type ApprovalDelegation,
  approvalSettingsDefaults,
  type PausedCall,
  type UserDecision,
} from '../approvals/approval.js';
import type { ApprovalQuery, ApprovalStore, Decided } from '../approvals/approval-store.js';

/** Approvals without a database. */
export class InMemoryApprovalStore implements ApprovalStore {
  readonly #approvals = new Map<string, Approval>();
  readonly #calls = new Map<string, string>();
  readonly #usedLinks = new Set<string>();
  readonly #settings = new Map<string, ApprovalSettings>();

  async open(approval: Approval, call: PausedCall): Promise<Approval> {
    const { principalId, idempotencyKey } = approval;
    const waiting = this.#all().find(
      (it) =>
        it.state === 'pending' &&
        it.principalId === principalId &&
        idempotencyKey !== null &&
        it.idempotencyKey === idempotencyKey,
    );
    if (waiting !== undefined) return waiting;
    this.#approvals.set(approval.id, approval);
    this.#calls.set(approval.id, JSON.stringify(call));
    return approval;
  }

  find = async (id: string): Promise<Approval | undefined> => this.#approvals.get(id);

  ofInvocation = async (invocationId: string): Promise<Approval | undefined> =>
    this.#all().find((it) => it.invocationId === invocationId);

  async call(id: string): Promise<PausedCall | undefined> {
    const text = this.#calls.get(id);
    return text === undefined ? undefined : (JSON.parse(text) as PausedCall);
  }

  waiting = async (principalId: string): Promise<number> =>
    this.#all().filter((it) => it.state === 'pending' && it.principalId === principalId).length;

  async list(query: ApprovalQuery): Promise<readonly Approval[]> {
    const { organisationId, principalId, namespaces, state, before, limit } = query;
    const isReached = ({ tool }: Approval) => namespaces === null || namespaces.includes(tool.split('/', 1)[0] ?? '');
    return this.#all()
      .filter((it) => it.principalId === principalId || (it.organisationId === organisationId && isReached(it)))
      .filter((it) => (state === undefined || it.state === state) && (before === undefined || it.id < before))
      .slice(0, limit);
  }

  async decide(id: string, decision: UserDecision): Promise<Decided | undefined> {
    const found = this.#approvals.get(id);
    if (found === undefined) return undefined;
    const said = found.decisions.find((it) => it.principalId === decision.principalId);
    const isSaid = said !== undefined && !(said.decision === 'approve' && decision.decision === 'deny');
    const isDelegated = found.delegations.some((it) => it.from === decision.principalId);
    if (!isWaiting(found, decision.at) || isSaid || isDelegated) return { approval: found, taken: false };
    const decisions = [...found.decisions.filter((it) => it !== said), decision];
    const isEnough = decisions.filter((it) => it.decision === 'approve').length >= found.needed;
    const state = decision.decision === 'deny' ? 'denied' : isEnough ? 'approved' : 'pending';
    const approval = { ...found, decisions, state, closedAt: state === 'pending' ? null : decision.at } as const;
    this.#approvals.set(id, approval);
    return { approval, taken: true };
  }

  async delegate(id: string, delegation: ApprovalDelegation): Promise<Approval | undefined> {
    const { from, to, at } = delegation;
    const found = this.#approvals.get(id);
    if (found === undefined || !isWaiting(found, at)) return undefined;
    if (found.decisions.some(({ principalId }) => principalId === from || principalId === to)) return undefined;
    if (found.delegations.some((it) => it.from === to)) return undefined;
    const delegations = [...found.delegations.filter((it) => it.from !== from), delegation];
    this.#approvals.set(id, { ...found, delegations });
    return this.#approvals.get(id);
  }

  async takeBack(id: string, from: string, at: number): Promise<Approval | undefined> {
    const found = this.#approvals.get(id);
    if (found === undefined || !isWaiting(found, at)) return undefined;
    const delegations = found.delegations.filter((it) => it.from !== from);
    if (delegations.length === found.delegations.length) return undefined;
    this.#approvals.set(id, { ...found, delegations });
    return this.#approvals.get(id);
  }

  async useLink(id: string, principalId: string, issuedAt: number): Promise<boolean> {
    const key = `${id} ${principalId} ${issuedAt}`;
    if (this.#usedLinks.has(key)) return false;
    this.#usedLinks.add(key);
    return true;
  }

  async close(id: string, state: 'expired' | 'cancelled', at: number): Promise<boolean> {
    const found = this.#approvals.get(id);
    if (found?.state !== 'pending') return false;
    this.#approvals.set(id, { ...found, state, closedAt: at });
    return true;
  }

  async due(at: number, limit: number): Promise<readonly Approval[]> {
    const due = this.#all().filter((it) => it.state === 'pending' && it.expiresAt <= at);
    return due.sort((a, b) => a.expiresAt - b.expiresAt).slice(0, limit);
  }

  async unsettled(closedBefore: number, limit: number): Promise<readonly Approval[]> {
    const left = this.#all().filter(
      ({ closedAt, settledAt }) => settledAt === null && closedAt !== null && closedAt < closedBefore,
    );
    return left.sort((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0)).slice(0, limit);
  }

  async settle(id: string, outcome: InvocationStatus, at: number): Promise<boolean> {
    const found = this.#approvals.get(id);
    if (found === undefined || found.settledAt !== null) return false;
    this.#approvals.set(id, { ...found, outcome, settledAt: at });
    return true;
  }

  async forget(settledBefore: number): Promise<number> {
    const old = this.#all().filter(({ settledAt }) => settledAt !== null && settledAt < settledBefore);
    return old.filter(({ id }) => this.#calls.delete(id)).length;
  }

  settings = async (organisationId: string): Promise<ApprovalSettings> =>
    this.#settings.get(organisationId) ?? approvalSettingsDefaults;

  async putSettings(organisationId: string, settings: ApprovalSettings): Promise<void> {
    this.#settings.set(organisationId, settings);
  }

  /** Newest first. */
  #all = (): Approval[] => [...this.#approvals.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

const isWaiting = ({ state, expiresAt }: Approval, at: number): boolean => state === 'pending' && expiresAt > at;
