import { type Caller, requireOwned } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { visibleVersions } from '../tool-audience.js';
import { versionKey } from '../version-number.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import { type NextStatus, nextStatus, type WantedStatus } from './next-status.js';
import type { TellStatus } from './notify-status.js';
import { toolIdOf, turnStatus } from './turn-status.js';

export interface StatusWish extends WantedStatus {
  readonly reason: string;
}

/** Changes the status of a version on behalf of its owner. */
export class ChangeStatus {
  readonly #ports: LifecyclePorts;
  readonly #tell: TellStatus;

  constructor(ports: LifecyclePorts, tell: TellStatus) {
    this.#ports = ports;
    this.#tell = tell;
  }

  /**
   * Returns the version after the change. Requesting the current status changes nothing, except the reason of a
   * deprecation, and is not an error, so a request may be repeated; of several concurrent requests one succeeds, and the others are asked to retry.
   */
  async run(caller: Caller, toolId: string, number: string, wish: StatusWish): Promise<Result<ToolVersion, Failure>> {
    const found = this.#owned(caller, toolId, number);
    if (!found.ok) return found;
    const version = found.value;
    const next = nextStatus(version, wish, this.#ports.clock.now());
    if (!next.ok) return next;
    const to = next.value ?? withNewReason(version, wish);
    if (to === null) return ok(version);
    if (!(await turnStatus(this.#ports, caller, version, to, wish.reason))) {
      await this.#ports.feed.caughtUp();
      const now = this.#current(version);
      return fail(
        'conflict',
        `Somebody changed ${toolId}@${version.version} meanwhile: it is ${now.status} now. Look again.`,
        {
          data: { status: now.status },
        },
      );
    }
    // The change is kept even if notices cannot be sent now: the next sweep sends them.
    await this.#tell.run(toolIdOf(version)).catch(() => undefined);
    return ok(this.#current(version));
  }

  /** A version that the caller sees and owns. */
  #owned(caller: Caller, toolId: string, number: string): Result<ToolVersion, Failure> {
    const { catalogue, directory } = this.#ports;
    const versions = visibleVersions(catalogue.tool(toolId), caller, directory);
    if (versions.length === 0) return fail('not_found', `No tool "${toolId}": check the name.`);
    const key = versionKey(number);
    const version = versions.find((it) => it.versionKey === key);
    if (version === undefined) return fail('not_found', `${toolId} has no version ${number}.`);
    const owned = requireOwned(directory, caller, version.namespace);
    return owned.ok ? ok(version) : owned;
  }

  #current = (version: ToolVersion): ToolVersion =>
    this.#ports.catalogue.version(toolIdOf(version), version.versionKey) ?? version;
}

/** The registry's own deprecations have a general reason, which the owner may replace. */
function withNewReason({ status, sunsetAt, statusChange }: ToolVersion, { reason }: StatusWish): NextStatus | null {
  return status === 'DEPRECATED' && statusChange?.reason !== reason ? { status, sunsetAt } : null;
}
