import type { NoticeKind } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import type { ToolVersion } from '../records.js';

/** Maximum versions listed by name; the rest is counted. */
const named = 3;

const others = (count: number): string => (count === 1 ? 'one more version' : `${count} more versions`);

/** `acme/orders.create@1.2.0, 1.1.0 and 4 more versions`. */
function subjectOf(toolId: string, versions: readonly ToolVersion[]): string {
  const shown = versions.slice(0, named).map((it) => it.version);
  const rest = versions.length - shown.length;
  return `${toolId}@${shown.join(', ')}${rest === 0 ? '' : ` and ${others(rest)}`}`;
}

/** The text of a notice: the new status of the versions, until when, why, and the alternative. */
export function noticeText(
  kind: NoticeKind,
  toolId: string,
  versions: readonly ToolVersion[],
  successor: ToolVersion | undefined,
): string {
  const { sunsetAt, statusChange } = versions[0] as ToolVersion;
  const [is, has, ends] = versions.length === 1 ? ['is', 'has', 'ends'] : ['are', 'have', 'end'];
  const until = sunsetAt === null ? '' : ` and ${ends} on ${isoTime(sunsetAt)}`;
  const move =
    successor === undefined ? 'There is no newer release to move to.' : `Move to ${toolId}@${successor.version}.`;
  const said: Partial<Record<NoticeKind, string>> = {
    'version.deprecated': `${is} deprecated${until}. ${move}`,
    'version.sunset-soon': `${ends} on ${sunsetAt === null ? '' : isoTime(sunsetAt)}: calls will be refused from then on. ${move}`,
    'version.sunset': `${has} been sunset: calls are refused. ${move}`,
    'version.yanked': `${has} been yanked: only an exact pin still reaches ${versions.length === 1 ? 'it' : 'them'}. ${move}`,
    'version.restored': `${is} in use again.`,
  };
  return `${subjectOf(toolId, versions)} ${said[kind] ?? ''} Reason: ${statusChange?.reason ?? ''}`;
}
