import { type Directory, ownersOf } from '@assay/identity';
import { type Clock, dayMs, mapConcurrent, type Notice, type Notices, type Recipient } from '@assay/kernel';
import type { Consumers } from '../consumers.js';
import type { ToolVersion } from '../records.js';
import type { Quarantine } from './quarantine-store.js';

export interface NotifyPorts {
  readonly directory: Directory;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly clock: Clock;
}

/** Callers within this time are notified. */
const callerWindowMs = 30 * dayMs;
const asksAtOnce = 5;
/** As many changes as a notice carries; the quarantine has all. */
const shownChanges = 20;

/** A version, and the start or end of its quarantine. */
export interface Quarantined {
  readonly version: ToolVersion;
  readonly quarantine: Quarantine;
}

/**
 * Notifies owners, principals that pinned a version, and recent callers that it is quarantined or callable again.
 * Repeating it is harmless: a notice reaches each recipient once.
 */
export async function notifyQuarantines(
  ports: NotifyPorts,
  kind: 'version.quarantined' | 'version.released',
  quarantined: readonly Quarantined[],
): Promise<void> {
  const all = await mapConcurrent(quarantined, asksAtOnce, async (one) => {
    const to = await recipients(ports, one.version);
    return to.length > 0 ? [noticeOf(kind, one, to)] : [];
  });
  const notices = all.flat();
  if (notices.length > 0) await ports.notices.send(notices);
}

async function recipients({ directory, consumers, clock }: NotifyPorts, version: ToolVersion): Promise<Recipient[]> {
  const owners = ownersOf(directory, version.namespace);
  const users = await consumers.of({
    tool: `${version.namespace}/${version.tool}`,
    versionKeys: [version.versionKey],
    calledSince: clock.now() - callerWindowMs,
  });
  return [...new Map([...owners, ...users].map((it) => [it.principalId, it])).values()];
}

/** How each kind of quarantine ends. */
const wayOut: Readonly<Record<Quarantine['kind'], string>> = {
  drift: 'Calls are refused until the definition is restored; use another version until then.',
  abuse:
    'Calls of it are refused until an administrator dismisses the finding (GET /v1/findings); use another version meanwhile.',
};

function noticeOf(
  kind: 'version.quarantined' | 'version.released',
  { version, quarantine }: Quarantined,
  to: readonly Recipient[],
): Notice {
  const tool = `${version.namespace}/${version.tool}`;
  const subject = `${tool}@${version.version}`;
  const { id, finding, diff, releasedBecause } = quarantine;
  const text =
    kind === 'version.quarantined'
      ? `${subject} is quarantined: ${finding}. ${wayOut[quarantine.kind]}`
      : `${subject} may be called again: ${releasedBecause}.`;
  return {
    key: `${kind} ${id}`,
    kind,
    subject,
    text,
    details: {
      quarantine: id,
      tool,
      version: version.version,
      finding,
      diff: diff.slice(0, shownChanges),
      because: releasedBecause,
    },
    to,
  };
}
