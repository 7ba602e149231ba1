import type { Job } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import type { DeprecateOlder } from './deprecate-older.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import type { TellStatus } from './notify-status.js';
import { dueNotice } from './status-notice.js';
import { supersededVersions } from './superseded-versions.js';
import { isThereFor, turnStatus } from './turn-status.js';

const everyMs = 60_000;
/** Tools checked without a pause: some milliseconds. */
const toolsPerTurn = 2_000;

/**
 * Time-driven changes of versions: older majors are deprecated, announced sunsets take effect, and notices are sent in
 * time. The sweep compares current state rather than events, and so completes what a crash interrupted.
 */
export class SweepLifecycle implements Job {
  readonly name = 'lifecycle';
  readonly everyMs = everyMs;
  readonly #ports: LifecyclePorts;
  readonly #older: DeprecateOlder;
  readonly #tell: TellStatus;

  constructor(ports: LifecyclePorts, older: DeprecateOlder, tell: TellStatus) {
    this.#ports = ports;
    this.#older = older;
    this.#tell = tell;
  }

  /** One pass. A tool that fails does not delay the others; the first failure is thrown at the end. */
  async run(signal: AbortSignal): Promise<void> {
    const { catalogue, feed } = this.#ports;
    await feed.caughtUp();
    const failures: unknown[] = [];
    for (const [index, toolId] of catalogue.sortedIds().entries()) {
      if (signal.aborted) return;
      try {
        // Most tools need no change, which is decided without I/O.
        if (this.#isDue(toolId)) await this.#sweep(toolId);
      } catch (failure) {
        failures.push(failure);
      }
      // A long pass yields to other work, and sees changes made meanwhile.
      if ((index + 1) % toolsPerTurn === 0) await feed.caughtUp();
    }
    if (failures.length > 0) throw failures[0];
  }

  #isDue(toolId: string): boolean {
    const { clock } = this.#ports;
    const versions = this.#versions(toolId);
    return (
      versions.some((it) => this.#hasEnded(it) || dueNotice(it, clock.now()) !== undefined) ||
      supersededVersions(versions, clock.now(), isThereFor(this.#ports)).length > 0
    );
  }

  async #sweep(toolId: string): Promise<void> {
    await this.#older.run(toolId);
    for (const version of this.#versions(toolId)) if (this.#hasEnded(version)) await this.#sunset(version);
    await this.#tell.run(toolId);
  }

  #versions = (toolId: string): readonly ToolVersion[] => this.#ports.catalogue.tool(toolId)?.versions ?? [];

  #hasEnded = ({ status, sunsetAt }: ToolVersion): boolean =>
    status === 'DEPRECATED' && sunsetAt !== null && sunsetAt <= this.#ports.clock.now();

  /** The reason stays that of the deprecation: it is why the version ended. */
  async #sunset(version: ToolVersion): Promise<void> {
    const registry = { organisationId: version.organisationId, principalId: null };
    const reason = version.statusChange?.reason ?? 'its sunset date has come';
    await turnStatus(this.#ports, registry, version, { status: 'SUNSET', sunsetAt: version.sunsetAt }, reason);
  }
}
