import type { MadeToolView } from '@assay/contracts';
import type { MadeTool, PromoteTools } from '@assay/creation';
import type { Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { CodeSandbox } from '@assay/runs';
import { previousOf } from '../../edges/previous-version.js';

export interface MadeToolViewsPorts {
  readonly promoting: Pick<PromoteTools, 'usesOf'>;
  readonly directory: Pick<Directory, 'principal'>;
  readonly sandbox: Pick<CodeSandbox, 'isolation'>;
  readonly catalogue: Catalogue;
}

/** Made tools as they go over the wire. */
export class MadeToolViews {
  readonly #ports: MadeToolViewsPorts;

  constructor(ports: MadeToolViewsPorts) {
    this.#ports = ports;
  }

  async of(made: MadeTool): Promise<MadeToolView> {
    const { id, status, tool, version, report, template, decision, promotedAs } = made;
    return {
      ...{ id, status, tool, version, report, template, promotedAs },
      ...{ tier: report.tier.granted, score: report.score, isolation: this.#ports.sandbox.isolation },
      ...this.#previousOf(made),
      createdBy: this.#nameOf(made.principalId),
      createdAt: isoTime(made.createdAt),
      expiresAt: isoTimeOrNull(made.expiresAt),
      uses: await this.#ports.promoting.usesOf(made),
      decision: decision && { by: this.#nameOf(decision.by), at: isoTime(decision.at), reason: decision.reason },
    };
  }

  #previousOf({ tool, version }: MadeTool) {
    const { catalogue } = this.#ports;
    const own = catalogue.tool(tool)?.versions.find((it) => it.version === version);
    return own && previousOf(own.manifest, catalogue);
  }

  #nameOf(principalId: string): string {
    const principal = this.#ports.directory.principal(principalId);
    return principal === undefined ? 'unknown' : `${principal.kind}:${principal.name}`;
  }
}
