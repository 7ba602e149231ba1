import type { LifecyclePorts } from './lifecycle-ports.js';
import { lineLabel, majorLine } from './major-line.js';
import { supersededVersions } from './superseded-versions.js';
import type { TellStatus } from './tell-status.js';
import { isThereFor, turnStatus } from './turn-status.js';

/**
 * The 30 days' notice: deprecates the versions of older majors once a later major has reached their stage. To be run when
 * a version is published or reaches a stage; the lifecycle job runs it too, so that nothing is missed.
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
    let deprecated = 0;
    for (const { version, by, sunsetAt } of superseded) {
      const registry = { organisationId: version.organisationId, principalId: null };
      const reason = `${by.version} takes the place of ${lineLabel(majorLine(version.versionKey))}`;
      const next = { status: 'DEPRECATED', sunsetAt } as const;
      if (await turnStatus(this.#ports, registry, version, next, reason)) deprecated += 1;
    }
    // A change stands, whether or not people can be told at this moment: the next sweep tells them.
    if (deprecated > 0) await this.#tell.run(toolId).catch(() => undefined);
    return deprecated;
  }
}
