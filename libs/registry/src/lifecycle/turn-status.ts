import { narrower } from '@assay/identity';
import { isoTimeOrNull } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import type { NextStatus } from './next-status.js';
import { type IsThereFor, superseding } from './superseded-versions.js';

type Ports = Pick<LifecyclePorts, 'catalogue' | 'directory' | 'store' | 'audit' | 'feed' | 'clock'>;

/** Who changes a status; no principal for the registry itself. */
export interface Actor {
  readonly organisationId: string | null;
  readonly principalId: string | null;
}

export const toolIdOf = ({ namespace, tool }: Pick<ToolVersion, 'namespace' | 'tool'>): string =>
  `${namespace}/${tool}`;

/**
 * Changes a version's status in the store, records it, and waits until this replica sees it. Returns false when the
 * status was changed concurrently: then nothing is done.
 */
export async function turnStatus(
  ports: Ports,
  actor: Actor,
  version: ToolVersion,
  next: NextStatus,
  reason: string,
): Promise<boolean> {
  const siblings = ports.catalogue.tool(toolIdOf(version))?.versions ?? [];
  // A change gets a later time than the previous one even within one millisecond: the time identifies the change.
  const at = Math.max(ports.clock.now(), (version.statusChange?.at ?? 0) + 1);
  const supersededBy = superseding(version, siblings, isThereFor(ports))?.versionKey ?? null;
  const statusChange = { at, reason, supersededBy, notice: version.statusChange?.notice ?? null };
  const isDone = await ports.store.changeStatus({ from: version, to: { ...next, statusChange } });
  if (!isDone) return false;
  const { settled } = ports.audit.append({
    organisationId: actor.organisationId,
    principalId: actor.principalId,
    action: 'tool.status',
    subject: `${toolIdOf(version)}@${version.version}`,
    details: {
      id: version.id,
      from: version.status,
      to: next.status,
      sunsetAt: isoTimeOrNull(next.sunsetAt),
      reason,
    },
  });
  await Promise.all([settled, ports.feed.caughtUp()]);
  return true;
}

/** A release is there for the users of another version when it is at least as visible, and no revocation covers it. */
export const isThereFor =
  ({ directory, catalogue }: Pick<LifecyclePorts, 'directory' | 'catalogue'>): IsThereFor =>
  (release, users) => {
    const namespace = directory.namespace(users.namespace)?.visibility ?? 'private';
    const [seenBy, used] = [release, users].map((it) => narrower(namespace, it.manifest.visibility));
    return narrower(used as typeof namespace, seenBy) === used && catalogue.revocations.of(release) === undefined;
  };
