import { type Failure, fail, isoTime } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { newestFirst } from '../version-number.js';
import { successorOf } from './successor.js';

/** The possible alternatives among a tool's versions: those the caller may call, and all that exist. */
export interface Instead {
  readonly callable: readonly ToolVersion[];
  readonly known: readonly ToolVersion[];
}

const maxNamed = 10;

const isCurrent = ({ status }: ToolVersion): boolean => status === 'ACTIVE' || status === 'DEPRECATED';

const nextOf = (version: ToolVersion, { callable, known }: Instead): ToolVersion | undefined =>
  successorOf(version, callable) ?? successorOf(version, known);

/** The warning about a resolved version's status: until when it works, and the alternative. */
export function statusWarning(version: ToolVersion, instead: Instead): string | undefined {
  if (version.status !== 'DEPRECATED' && version.status !== 'YANKED') return undefined;
  const until = version.sunsetAt === null ? '' : ` and ends on ${isoTime(version.sunsetAt)}`;
  const what = version.status === 'YANKED' ? 'has been yanked' : `is deprecated${until}`;
  const next = nextOf(version, instead);
  return `${version.version} ${what}: ${next === undefined ? 'there is no newer release to move to' : `move to ${next.version}`}`;
}

/** The answer when all matching versions are sunset. `sunset` comes newest first, and has at least one version. */
export function sunsetFailure(tool: string, sunset: readonly ToolVersion[], instead: Instead): Failure {
  const version = sunset[0] as ToolVersion;
  const successor = nextOf(version, instead);
  const current = [...instead.callable, ...instead.known].filter(isCurrent);
  const others = [...new Set(current)].filter((it) => it !== successor).sort(byCallable(instead));
  const alternatives = [...(successor === undefined ? [] : [successor]), ...others].map(
    (it) => `${tool}@${it.version}`,
  );
  const when = version.sunsetAt === null ? '' : ` on ${isoTime(version.sunsetAt)}`;
  const use =
    alternatives[0] === undefined
      ? 'It has no successor: search for another tool by what it does.'
      : `Use ${alternatives[0]}.`;
  return fail('version_sunset', `${tool}@${version.version} has been sunset${when}. ${use}`, {
    data: {
      successor: successor === undefined ? null : `${tool}@${successor.version}`,
      alternatives: alternatives.slice(0, maxNamed),
    },
  }).error;
}

/** Callable versions first; newest first within each group. */
const byCallable =
  ({ callable }: Instead) =>
  (a: ToolVersion, b: ToolVersion): number =>
    Number(callable.includes(b)) - Number(callable.includes(a)) || newestFirst(a.versionKey, b.versionKey);
