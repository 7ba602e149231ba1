import type { Stage, StageAuthority } from '@assay/contracts';
import { type Directory, ownersOf } from '@assay/identity';
import type { AuditLog, ChangeFeed, Clock, Notices, Random, Recipient } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
import type { Catalogue, Consumers, ToolVersion } from '@assay/registry';
import { isHigher } from '../stage-requirements.js';
import type { TrackRecord, TrackRecordOf } from '../track-record.js';
import type { StageChange, StageStore } from './stage-store.js';

export interface StagePorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'toolsIn' | 'sortedIds' | 'revocations'>;
  readonly directory: Directory;
  readonly stages: StageStore;
  readonly recordOf: TrackRecordOf;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Called for each tool with a changed stage: older majors may be superseded now. */
  readonly staged: (toolId: string) => Promise<unknown>;
}

export interface StageDecision {
  readonly to: Stage;
  readonly reason: string;
  /** Who decides; null for the registry itself. */
  readonly by: { readonly principalId: string | null; readonly organisationId: string | null } | null;
  readonly authority: StageAuthority;
  readonly record: TrackRecord;
  readonly waived: readonly string[];
}

/** Callers within this time are notified of a demotion. */
const callerWindowMs = 30 * dayMs;

/**
 * Changes a version's stage: in the store, the audit log, here, and for those it concerns. False, and nothing is done,
 * when the version is in another stage by now.
 */
export async function turnStage(ports: StagePorts, version: ToolVersion, decision: StageDecision): Promise<boolean> {
  const { stages, audit, feed, clock, random, staged } = ports;
  const { to, reason, by, authority, record, waived } = decision;
  const change: StageChange = {
    id: random.uuid(),
    organisationId: version.organisationId,
    versionId: version.id,
    from: version.stage,
    to,
    reason,
    by: by?.principalId ?? null,
    authority,
    at: clock.now(),
    trust: record.score,
    waived,
  };
  if (!(await stages.change(change))) return false;
  const { settled } = audit.append({
    organisationId: by?.organisationId ?? version.organisationId,
    principalId: change.by,
    action: isHigher(to, version.stage) ? 'version.promote' : 'version.demote',
    subject: subjectOf(version),
    details: { from: change.from, to, reason, authority, trust: change.trust, waived },
  });
  await Promise.all([settled, feed.caughtUp()]);
  // The change is kept even if its follow-ups fail: the lifecycle job retries them.
  await staged(`${version.namespace}/${version.tool}`).catch(() => undefined);
  await tell(ports, version, change).catch(() => undefined);
  return true;
}

const subjectOf = ({ namespace, tool, version }: ToolVersion): string => `${namespace}/${tool}@${version}`;

/** Owners are notified of every change; users of a version of a demotion, since they may lose it. */
async function tell({ directory, notices, consumers, clock }: StagePorts, version: ToolVersion, change: StageChange) {
  const isPromotion = isHigher(change.to, change.from);
  const users: readonly Recipient[] = isPromotion
    ? []
    : await consumers.of({
        tool: `${version.namespace}/${version.tool}`,
        versionKeys: [version.versionKey],
        calledSince: clock.now() - callerWindowMs,
      });
  const everybody = [...ownersOf(directory, version.namespace), ...users];
  const to = [...new Map(everybody.map((it) => [it.principalId, it])).values()];
  if (to.length === 0) return;
  const kind = isPromotion ? ('version.promoted' as const) : ('version.demoted' as const);
  const subject = subjectOf(version);
  const opened =
    change.to === 'SANDBOX' ? ' Only its owners, and those it is granted to or endorsed for, may call it now.' : '';
  const text = `${subject} went from ${change.from} to ${change.to}: ${change.reason}.${isPromotion ? '' : opened}`;
  const details = { tool: `${version.namespace}/${version.tool}`, version: version.version, ...said(change) };
  await notices.send([{ key: `${kind} ${change.id}`, kind, subject, text, details, to }]);
}

const said = ({ from, to, reason, trust }: StageChange) => ({ from, to, reason, trust });
