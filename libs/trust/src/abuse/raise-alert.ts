import type { RaiseAlert as Wish } from '@assay/contracts';
import {
  administratorsOf,
  type Caller,
  defaultOrganisation,
  hasScope,
  reaches,
  recordChange,
  runsInstallation,
} from '@assay/identity';
import { type ChangeFeed, type Failure, fail, ok, type Result } from '@assay/kernel';
import {
  coveredVersions,
  nothingThere,
  RevocationRights,
  type RevocationTarget,
  readTarget,
  targetNow,
  targetOf,
} from '@assay/registry';
import type { AlertQuery, SecurityAlert } from './alert.js';
import { type SettleAlertPorts, settleAlert } from './settle-alert.js';

export interface RaiseAlertPorts extends SettleAlertPorts {
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
}

/**
 * Security alerts. A critical one revokes at once when it comes from the organisation that runs the installation, or
 * from the provider itself; from another organisation, which might be a competitor, it is a HIGH finding: confirming it
 * revokes. What is less than critical is a finding in any case. The alert is kept first, so that what a crash cuts short
 * is done by the recurring pass.
 */
export class RaiseAlert {
  readonly #ports: RaiseAlertPorts;
  readonly #rights: RevocationRights;

  constructor(ports: RaiseAlertPorts) {
    this.#ports = ports;
    this.#rights = new RevocationRights(ports.catalogue, ports.directory);
  }

  async run(caller: Caller, wish: Wish): Promise<Result<SecurityAlert, Failure>> {
    const { directory, feed, alerts, clock, random } = this.#ports;
    const read = readTarget(wish.target);
    if (!read.ok) return read;
    await feed.caughtUp();
    const target = targetNow(directory.aliases, read.value);
    const outcome = this.#mayRevoke(caller, wish, target) ? 'revoke' : 'find';
    const refusal = this.#refusal(caller, target, outcome);
    if (refusal !== null) return refusal;
    const { reason, severity, evidenceUrl = null } = wish;
    const alert: SecurityAlert = {
      ...{ id: random.uuid(), target: targetOf(target), reason, severity, evidenceUrl, outcome },
      organisationId: caller.organisationId as string,
      raisedAt: clock.now(),
      raisedBy: caller.principalId as string,
      settledAt: null,
      revocationId: null,
    };
    await alerts.add(alert);
    const { id } = alert;
    await recordChange(this.#ports, caller, 'alert.raise', alert.target, { alert: id, severity, reason, evidenceUrl });
    const settled = await settleAlert(this.#ports, alert);
    await this.#tell(caller, settled);
    return ok(settled);
  }

  /** Newest first: those of the caller's organisation, or all of them for who runs the installation. */
  list(caller: Caller, page: Omit<AlertQuery, 'organisationId'>): Promise<readonly SecurityAlert[]> {
    const { directory, alerts } = this.#ports;
    if (runsInstallation(caller, directory)) return alerts.list(page);
    return alerts.list({ ...page, organisationId: caller.organisationId as string });
  }

  #mayRevoke(caller: Caller, { severity }: Wish, target: RevocationTarget): boolean {
    const { directory } = this.#ports;
    const trusted = [
      directory.organisationNamed(defaultOrganisation)?.id,
      directory.namespace(target.namespace)?.organisationId,
    ];
    return severity === 'critical' && trusted.includes(caller.organisationId as string);
  }

  #refusal(caller: Caller, target: RevocationTarget, outcome: SecurityAlert['outcome']) {
    const { catalogue, directory } = this.#ports;
    const isThere =
      target.tool === null
        ? directory.namespace(target.namespace) !== undefined
        : catalogue.tool(`${target.namespace}/${target.tool}`) !== undefined;
    if (!isThere || !this.#rights.sees(caller, target)) return nothingThere(target);
    if (!hasScope(caller, 'trust:attest') || caller.principalId === null || !reaches(caller, target.namespace)) {
      return fail(
        'forbidden',
        `Raising an alert needs a key with the scope trust:attest that reaches ${targetOf(target)}.`,
      );
    }
    if (outcome === 'revoke') return null;
    if (target.tool === null) {
      return fail('invalid_request', 'This alert becomes findings of tools: name a tool or a range of its versions.', {
        issues: [{ path: '/target', message: 'names a whole namespace' }],
      });
    }
    if (coveredVersions(catalogue, target).length > 0) return null;
    return fail(
      'invalid_request',
      `No published version is in ${targetOf(target)}: GET /v1/tools/${target.namespace}/${target.tool}/versions lists them.`,
      {
        issues: [{ path: '/target', message: 'covers no published version' }],
      },
    );
  }

  /** The revocation or the findings notify the owners; this notifies the administrators of the installation. */
  async #tell(caller: Caller, { id, target, severity, reason, outcome }: SecurityAlert): Promise<void> {
    const { directory, notices, clock } = this.#ports;
    const to = administratorsOf(directory, clock.now()).filter((it) => it.principalId !== caller.principalId);
    if (to.length === 0) return;
    const next =
      outcome === 'revoke'
        ? 'It has been revoked: DELETE /v1/revocations/{id} lifts that.'
        : 'Its findings wait for a decision: GET /v1/findings?subject=alert&state=open.';
    const text = `${caller.name} raised a security alert (${severity}) against ${target}: ${reason}\n${next}`;
    const details = { alert: id, target, severity, outcome };
    await notices.send([{ key: `alert.raised ${id}`, kind: 'alert.raised', subject: target, text, details, to }]);
  }
}
