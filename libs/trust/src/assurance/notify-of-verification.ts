import type { NoticeKind } from '@assay/contracts';
import { type Directory, ownersOf } from '@assay/identity';
import type { Clock, Notice, Notices, Recipient } from '@assay/kernel';
import type { Consumers, ToolVersion } from '@assay/registry';
import type { Verification } from './verification.js';

export interface NotifyPorts {
  readonly directory: Directory;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly clock: Pick<Clock, 'now'>;
}

/** How long ago a caller may have called to be told. */
const callerWindowMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * What people are told of a verification: that a version does not what it says, once for as long as that lasts, and that
 * it does again. Owners are told of both; users of a version only if it was verified before, since it is they who rely on
 * that.
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
    // Every red run of one drift says so again, which reaches nobody twice, and whoever a crash has left untold.
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
