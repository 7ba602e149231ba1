import type { NoticeKind } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { sunsetReminderDays } from './version-lifecycle.js';

/** A due notice of a version's status. */
export interface DueNotice {
  readonly kind: NoticeKind;
  /** Identifies this notice among those of the version: its kind and the time it refers to. */
  readonly notice: string;
}

/**
 * The due notice for a version's status at this time; undefined when there is none, or it was sent. If several were
 * missed, only the last one is due, because it contains everything that still matters.
 */
export function dueNotice(version: ToolVersion, now: number): DueNotice | undefined {
  const { statusChange, sunsetAt } = version;
  if (statusChange === null) return undefined;
  const kind = kindOf(version, now);
  const notice = `${kind} ${kind === 'version.sunset-soon' || kind === 'version.sunset' ? sunsetAt : statusChange.at}`;
  return notice === statusChange.notice ? undefined : { kind, notice };
}

function kindOf({ status, sunsetAt }: ToolVersion, now: number): NoticeKind {
  switch (status) {
    case 'ACTIVE':
      return 'version.restored';
    case 'YANKED':
      return 'version.yanked';
    case 'SUNSET':
      return 'version.sunset';
    case 'DEPRECATED':
      return sunsetAt !== null && now >= sunsetAt - sunsetReminderDays * dayMs
        ? 'version.sunset-soon'
        : 'version.deprecated';
  }
}
