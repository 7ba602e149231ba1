import { withNearestDoubles } from '@assay/contracts';
import { compileSchema, type Validate } from '@assay/json-schema';
import { type AuditLog, type Clock, lruMap } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call } from '../../call.js';
import type { PolicyDecision } from '../../policy/policy-decision.js';
import type { ApprovalStore } from '../approval-store.js';
import type { StandingApproval, StandingApprovalStore } from './standing-approval.js';

export interface SpendStandingPorts {
  readonly standing: Pick<StandingApprovalStore, 'usable' | 'spend'>;
  readonly store: Pick<ApprovalStore, 'settings'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the store did not answer; a person is asked instead. */
  readonly onProblem: (cause: unknown) => void;
}

/** Covers calls that need an approval with one that people gave in advance. */
export class SpendStandingApprovals {
  readonly #ports: SpendStandingPorts;
  readonly #compiled = lruMap<string, Validate>(200);

  constructor(ports: SpendStandingPorts) {
    this.#ports = ports;
  }

  /**
   * Spends a call of a standing approval that fits, durably and before the tool is called; undefined when none does, and a
   * person has to be asked. A dry run spends nothing.
   */
  async run(call: Call, decision: PolicyDecision): Promise<StandingApproval | undefined> {
    const { principalId } = call.requested.caller;
    if (principalId === null || !mayStand(call, decision)) return undefined;
    try {
      return await this.#cover(call, principalId);
    } catch (cause) {
      this.#ports.onProblem(cause);
      return undefined;
    }
  }

  async #cover(call: Call, principalId: string): Promise<StandingApproval | undefined> {
    const { standing, store, clock } = this.#ports;
    const { organisationId } = call.requested.caller;
    const { name } = (call.resolved.version as ToolVersion).manifest;
    const usable = await standing.usable(principalId, name, clock.now());
    const fitting = usable.filter((it) => it.organisationId === organisationId && this.#fits(it, call.resolved.input));
    if (fitting.length === 0) return undefined;
    // Where two people have to agree, one person's consent in advance is not enough.
    if ((await store.settings(organisationId as string)).fourEyes) return undefined;
    if (call.requested.dryRun) return fitting[0];
    for (const it of fitting) {
      const spent = await standing.spend(it.id, clock.now());
      if (spent !== undefined) return this.#record(call, spent);
    }
    return undefined;
  }

  async #record(call: Call, spent: StandingApproval): Promise<StandingApproval> {
    const { settled } = this.#ports.audit.append({
      organisationId: spent.organisationId,
      principalId: spent.principalId,
      action: 'standing_approval.use',
      subject: spent.tool,
      details: {
        grant: spent.id,
        invocation: call.requested.id,
        version: (call.resolved.version as ToolVersion).version,
        arguments: call.resolved.argumentsDigest,
        used: spent.used,
        count: spent.count,
      },
    });
    await settled;
    return spent;
  }

  #fits({ id, bounds }: StandingApproval, input: unknown): boolean {
    const known = this.#compiled.get(id);
    const validate = known ?? compileSchema(bounds);
    if (known === undefined) this.#compiled.set(id, validate);
    return validate(withNearestDoubles(input)).length === 0;
  }
}

/**
 * Whether consent in advance counts: not where a policy excludes it or could not be evaluated, nor for a scheduled call,
 * which people see before its time.
 */
const mayStand = ({ requested }: Call, { excludesStanding, failed }: PolicyDecision): boolean =>
  excludesStanding !== true && failed.length === 0 && requested.request.notBefore === undefined;
