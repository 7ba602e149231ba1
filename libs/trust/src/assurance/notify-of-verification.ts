import type { NoticeKind } from '@assay/contracts';
import { type Directory, ownersOf } from '@assay/identity';
import type { Clock, Notice, Notices, Recipient } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
import type { Consumers, ToolVersion } from '@assay/registry';
import type { Verification } from './verification.js';

export interface NotifyPorts {
  readonly directory: Directory;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly clock: Pick<Clock, 'now'>;
}

/** Callers within this time are notified. */
const callerWindowMs = 30 * dayMs;

/**
 * Notices about a verification: that a version no longer behaves as declared, once per drift, and that it does again.
 * Owners receive both; users of a version only if it was verified before, since only then they rely on that.
 *
 * @param version as it was before the verification.
 */
export async function notifyOfVerification(
  ports: NotifyPorts,
  version: ToolVersion,
  { id, verdict, summary, endedAt }: Pick<Verification, 'id' | 'verdict' | 'summary' | 'endedAt'>,
): Promise<void> {
  const { driftedSince } = version.assurance;
  const kind = kindOf(verdict, driftedSince);
  if (kind === null) return;
  const to = await recipients(ports, version);
  if (to.length === 0) return;
  const tool = `${version.namespace}/${version.tool}`;
  const subject = `${tool}@${version.version}`;
  const notice: Notice = {
    // Every failed run of one drift sends it again, which reaches each recipient once, including those a crash has
    // missed.
    key: `${kind} ${version.id} ${driftedSince ?? endedAt}`,
    kind,
    subject,
    text: textOf(kind, subject, summary, version.lastVerifiedAt !== null),
    details: { verification: id, tool, version: version.version, summary },
    to,
  };
  await ports.notices.send([notice]);
}

function kindOf(verdict: Verification['verdict'], driftedSince: number | null): NoticeKind | null {
  if (verdict === 'red') return 'verification.failed';
  return verdict === 'green' && driftedSince !== null ? 'verification.recovered' : null;
}

function textOf(kind: NoticeKind, subject: string, summary: string, wasVerified: boolean): string {
  if (kind === 'verification.recovered') return `${subject} does what its manifest says again: ${summary}.`;
  const what = wasVerified ? 'does not do what it did' : 'does not do what its manifest says';
  return `${subject} ${what}: ${summary}. Its reliability counts half until a verification is green again: see assay verify ${subject}.`;
}

async function recipients({ directory, consumers, clock }: NotifyPorts, version: ToolVersion): Promise<Recipient[]> {
  const owners = ownersOf(directory, version.namespace);
  if (version.lastVerifiedAt === null) return owners;
  const users = await consumers.of({
    tool: `${version.namespace}/${version.tool}`,
    versionKeys: [version.versionKey],
    calledSince: clock.now() - callerWindowMs,
  });
  return [...new Map([...owners, ...users].map((it) => [it.principalId, it])).values()];
}
