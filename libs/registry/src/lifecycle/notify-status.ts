import { type Directory, ownersOf } from '@assay/identity';
import { dayMs, digestText, isoTimeOrNull, type Notice, namespaceOf, type Recipient } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { versionAudience } from '../tool-audience.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import { type DueNotice, dueNotice } from './status-notice.js';
import { noticeText } from './status-text.js';
import { successorOf } from './successor.js';
import { isThereFor } from './turn-status.js';

/** Callers within this time are notified. */
export const callerWindowDays = 30;

/** Versions of one tool with the same message, so that their users are notified once. */
interface Group {
  readonly due: DueNotice;
  readonly versions: readonly ToolVersion[];
}

/** Notifies owners, principals that pinned a version, and recent callers of status changes of a tool's versions. */
export class TellStatus {
  readonly #ports: LifecyclePorts;

  constructor(ports: LifecyclePorts) {
    this.#ports = ports;
  }

  /** Sends the due notices of a tool's versions. Repeating it is harmless: a notice reaches each recipient once. */
  async run(toolId: string): Promise<void> {
    const { catalogue, clock, directory, notices, store } = this.#ports;
    const versions = catalogue.tool(toolId)?.versions ?? [];
    for (const group of groupsOf(versions, clock.now(), directory)) {
      const to = await this.#recipients(toolId, group.versions);
      if (to.length > 0) await notices.send([this.#notice(toolId, group, to)]);
      await store.recordNotice(
        group.versions.map((it) => it.id),
        group.due.notice,
      );
    }
  }

  async #recipients(toolId: string, versions: readonly ToolVersion[]): Promise<readonly Recipient[]> {
    const { directory, consumers, clock } = this.#ports;
    const owners = ownersOf(directory, namespaceOf(toolId));
    const users = await consumers.of({
      tool: toolId,
      versionKeys: versions.map((it) => it.versionKey),
      calledSince: clock.now() - callerWindowDays * dayMs,
    });
    return [...new Map([...owners, ...users].map((it) => [it.principalId, it])).values()];
  }

  #notice(toolId: string, { due, versions }: Group, to: readonly Recipient[]): Notice {
    const first = versions[0] as ToolVersion;
    const fits = isThereFor(this.#ports);
    const all = this.#ports.catalogue.tool(toolId)?.versions ?? [];
    const successor = successorOf(first, all, (it) => versions.every((version) => fits(it, version)));
    const ids = versions.map((it) => it.id).sort();
    return {
      key: `${due.notice} ${ids.length === 1 ? ids[0] : digestText(ids.join(' '))}`,
      kind: due.kind,
      subject: versions.length === 1 ? `${toolId}@${first.version}` : toolId,
      text: noticeText(due.kind, toolId, versions, successor),
      details: {
        tool: toolId,
        versions: versions.map((it) => it.version),
        status: first.status,
        sunsetAt: isoTimeOrNull(first.sunsetAt),
        reason: first.statusChange?.reason ?? null,
        successor: successor === undefined ? null : `${toolId}@${successor.version}`,
      },
      to,
    };
  }
}

/**
 * Grouped by message, reason, date and audience, so that nobody is notified about a version they cannot see; versions
 * newest first, as in the catalogue.
 */
function groupsOf(versions: readonly ToolVersion[], now: number, directory: Directory): Group[] {
  const groups = new Map<string, { due: DueNotice; versions: ToolVersion[] }>();
  for (const version of versions) {
    const due = dueNotice(version, now);
    if (due === undefined) continue;
    const key = JSON.stringify([
      due.notice,
      version.sunsetAt,
      version.statusChange?.reason,
      versionAudience(version, directory),
    ]);
    const group = groups.get(key) ?? { due, versions: [] };
    group.versions.push(version);
    groups.set(key, group);
  }
  return [...groups.values()];
}
