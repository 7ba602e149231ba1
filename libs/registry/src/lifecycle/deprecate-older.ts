import type { ToolVersion } from '../records.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import { lineLabel, majorLine } from './major-line.js';
import type { TellStatus } from './notify-status.js';
import { type Superseded, supersededVersions } from './superseded-versions.js';
import { isThereFor, toolIdOf, turnStatus } from './turn-status.js';

/**
 * The 30 days' notice: deprecates the versions of older majors once a later major has reached their stage. Run when a
 * version is published or reaches a stage; the lifecycle job runs it too, so that nothing is missed.
 */
export class DeprecateOlder {
  readonly #ports: LifecyclePorts;
  readonly #tell: TellStatus;

  constructor(ports: LifecyclePorts, tell: TellStatus) {
    this.#ports = ports;
    this.#tell = tell;
  }

  /** `toolId` is `ns/tool`. Answers how many versions it deprecated. Rejects when the database is away. */
  async run(toolId: string): Promise<number> {
    const { catalogue, clock } = this.#ports;
    const versions = catalogue.tool(toolId)?.versions ?? [];
    const superseded = supersededVersions(versions, clock.now(), isThereFor(this.#ports));
    if (superseded.length === 0) return 0;
    const outcomes = await Promise.all(superseded.map((it) => this.#deprecate(it)));
    // A change is kept even if notices cannot be sent now: the next sweep sends them.
    await this.#tell.run(toolId).catch(() => undefined);
    return outcomes.filter(Boolean).length;
  }

  /** Called after a publication, which is kept in any case: the lifecycle job retries what fails here. */
  published = async (version: ToolVersion): Promise<void> => {
    await this.run(toolIdOf(version)).catch(() => undefined);
  };

  #deprecate({ version, by, sunsetAt }: Superseded): Promise<boolean> {
    const registry = { organisationId: version.organisationId, principalId: null };
    const reason = `${by.version} takes the place of ${lineLabel(majorLine(version.versionKey))}`;
    return turnStatus(this.#ports, registry, version, { status: 'DEPRECATED', sunsetAt }, reason);
  }
}
