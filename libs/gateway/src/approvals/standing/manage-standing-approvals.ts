import type { CreateGrant } from '@assay/contracts';
import { type Caller, type Directory, hasScope, reaches } from '@assay/identity';
import { checkSchema } from '@assay/json-schema';
import {
  type AuditLog,
  type Clock,
  type Failure,
  fail,
  isUuid,
  namespaceOf,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { ApprovalStore } from '../approval-store.js';
import { whyMayNotDecide } from '../may-decide.js';
import { maxStandingMs, type StandingApproval, type StandingApprovalStore } from './standing-approval.js';

export interface ManageStandingPorts {
  readonly standing: Pick<StandingApprovalStore, 'add' | 'find' | 'list' | 'revoke'>;
  readonly store: Pick<ApprovalStore, 'settings'>;
  readonly directory: Directory;
  readonly seesTool: (caller: Caller, tool: string) => boolean;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Where people create one while signed in. */
  readonly url: () => string;
}

type Asked = CreateGrant & { readonly standing: NonNullable<CreateGrant['standing']> };

/** People consent in advance to calls that policies hold for approval. */
export class ManageStandingApprovals {
  readonly #ports: ManageStandingPorts;

  constructor(ports: ManageStandingPorts) {
    this.#ports = ports;
  }

  /** Users who may decide on the caller's calls may consent in advance, on the same conditions. */
  async create(caller: Caller, asked: Asked): Promise<Result<StandingApproval, Failure>> {
    const { directory, standing, clock, random, seesTool } = this.#ports;
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return fail('unauthenticated', 'Sign in first.');
    if (asked.tool === undefined || asked.principal === undefined)
      return invalid('/standing', 'needs principal and tool');
    const tool = directory.aliases.tool(asked.tool);
    const grantee = directory.principalNamed(organisationId, asked.principal);
    if (grantee === undefined) return fail('not_found', `No principal "${asked.principal}" in your organisation.`);
    const forbidden = await this.#whyNot(caller, { organisationId, principalId: grantee.id, tool });
    if (forbidden !== undefined) return { ok: false, error: forbidden };
    if (!seesTool(caller, tool)) return fail('not_found', `No tool "${tool}".`);
    const wrong = this.#problem(asked.standing);
    if (wrong !== undefined) return wrong;
    const { count, expiresAt, bounds } = asked.standing;
    const made: StandingApproval = {
      ...{ id: random.uuid(), organisationId, principalId: grantee.id, tool, count, used: 0, bounds },
      ...{ expiresAt: Date.parse(expiresAt), createdAt: clock.now(), createdBy: principalId, revokedAt: null },
    };
    await standing.add(made);
    await this.#record(caller, 'standing_approval.create', made);
    return ok(made);
  }

  /** Those a caller decides about, and those of their own calls, newest first. */
  async list(caller: Caller): Promise<readonly StandingApproval[]> {
    if (caller.organisationId === null) return [];
    return (await this.#ports.standing.list(caller.organisationId)).filter((it) => concerns(caller, it));
  }

  /** Undefined when there is none of this id that concerns the caller: it may be another kind of grant. */
  async revoke(caller: Caller, id: string): Promise<Result<null, Failure> | undefined> {
    const { standing, clock } = this.#ports;
    const found = isUuid(id) ? await standing.find(id) : undefined;
    if (found === undefined || found.organisationId !== caller.organisationId || !concerns(caller, found))
      return undefined;
    if (await standing.revoke(id, clock.now())) await this.#record(caller, 'standing_approval.revoke', found);
    return ok(null);
  }

  async #whyNot(
    caller: Caller,
    call: Pick<StandingApproval, 'organisationId' | 'principalId' | 'tool'>,
  ): Promise<Failure | undefined> {
    const { store, clock, directory, url } = this.#ports;
    const settings = await store.settings(call.organisationId);
    if (settings.fourEyes)
      return fail('forbidden', 'Your organisation requires two approvals, which one person cannot give in advance.')
        .error;
    const resetAt = directory.accounts.of(caller.principalId as string)?.resetAt ?? null;
    return whyMayNotDecide(caller, call, { settings, now: clock.now(), resetAt, url: url() });
  }

  #problem({ expiresAt, bounds }: Asked['standing']): Result<never, Failure> | undefined {
    const now = this.#ports.clock.now();
    const end = Date.parse(expiresAt);
    if (end <= now || end > now + maxStandingMs)
      return invalid('/standing/expiresAt', 'must lie in the future, at most 90 days ahead');
    const issues = checkSchema(bounds, '/standing/bounds', 'input');
    return issues.length === 0
      ? undefined
      : fail('invalid_request', 'standing.bounds is not a valid JSON Schema.', { issues });
  }

  async #record(caller: Caller, action: string, made: StandingApproval): Promise<void> {
    const { audit, directory } = this.#ports;
    const { id, principalId, tool, count, expiresAt, bounds, used } = made;
    const to = directory.principal(principalId)?.name ?? principalId;
    await audit.append({
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      action,
      subject: tool,
      details: { grant: id, to, count, used, expiresAt, bounds },
    }).settled;
  }
}

const concerns = (caller: Caller, { principalId, tool }: StandingApproval): boolean =>
  principalId === caller.principalId || (hasScope(caller, 'approvals:decide') && reaches(caller, namespaceOf(tool)));

const invalid = (path: string, message: string) =>
  fail('invalid_request', `${path.slice(1).replaceAll('/', '.')}: ${message}.`, { issues: [{ path, message }] });
