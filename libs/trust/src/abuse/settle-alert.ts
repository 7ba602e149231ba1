import type { FindingSeverity } from '@assay/contracts';
import {
  type Catalogue,
  coveredVersions,
  type RevocationTarget,
  type RevokeByRule,
  targetNow,
  writtenTarget,
} from '@assay/registry';
import type { AlertStore, SecurityAlert } from './alert.js';
import { type RecordingPorts, recordFinding } from './record-finding.js';

export interface SettleAlertPorts extends RecordingPorts {
  readonly catalogue: Catalogue;
  readonly alerts: AlertStore;
  readonly byRule: Pick<RevokeByRule, 'run'>;
}

/** The confidence of each severity: an alert is a claim, and a critical one is acted on before it is verified. */
const weights: Readonly<Record<SecurityAlert['severity'], number>> = { medium: 0.5, high: 0.8, critical: 0.95 };

/** Does what follows from an alert. Doing it again, on any replica and after any crash, does nothing twice. */
export async function settleAlert(ports: SettleAlertPorts, alert: SecurityAlert): Promise<SecurityAlert> {
  const { alerts, directory, clock } = ports;
  const target = targetNow(directory.aliases, writtenTarget(alert.target));
  const revocationId = alert.outcome === 'revoke' ? await revoke(ports, alert, target) : null;
  if (alert.outcome === 'find') await find(ports, alert, target);
  const settled = { at: clock.now(), revocationId };
  await alerts.settle(alert.id, settled);
  return { ...alert, settledAt: settled.at, revocationId };
}

async function revoke({ byRule }: SettleAlertPorts, alert: SecurityAlert, target: RevocationTarget) {
  const { id, reason, evidenceUrl } = alert;
  const evidence = evidenceUrl === null ? '' : ` (${evidenceUrl})`;
  const done = await byRule.run(target, { cause: `alert ${id}`, reason: `Security alert: ${reason}${evidence}` });
  return done?.revocation.id ?? null;
}

/** A finding of each version there is. */
async function find(ports: SettleAlertPorts, alert: SecurityAlert, target: RevocationTarget): Promise<void> {
  const { id, reason, severity, evidenceUrl } = alert;
  const weight = weights[severity];
  const excerpt = `${reason}${evidenceUrl === null ? '' : ` (${evidenceUrl})`}`.slice(0, 240);
  const sign = { rule: 'security-alert', weight, path: '', excerpt };
  const grade: FindingSeverity = severity === 'medium' ? 'MEDIUM' : 'HIGH';
  const found = {
    subject: 'alert',
    fingerprint: id,
    severity: grade,
    score: weight,
    signs: [sign],
    callers: null,
  } as const;
  for (const version of coveredVersions(ports.catalogue, target)) {
    const name = `${version.namespace}/${version.tool}@${version.version}`;
    const say = (finding: string) =>
      `A security alert (${severity}) was raised against ${name}: ${reason}\nLook at GET /v1/findings/${finding}: publish a version without the fault, or show an administrator why there is none.`;
    await recordFinding(ports, version, found, say);
  }
}
