import { type Directory, meets, tokensOf } from '@assay/identity';
import type { Recipient } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import type { Consumers, ConsumersQuery } from './consumers.js';
import type { ToolVersion } from './records.js';
import { versionAudience } from './tool-audience.js';

/**
 * Users of a tool who may see one of the affected versions: a pinned range can include versions hidden from its
 * principal. Members of the owning organisation are kept, since their visibility depends on their keys.
 */
export class VisibleConsumers implements Consumers {
  readonly #all: Consumers;
  readonly #catalogue: Pick<Catalogue, 'version'>;
  readonly #directory: Directory;

  constructor(all: Consumers, catalogue: Pick<Catalogue, 'version'>, directory: Directory) {
    this.#all = all;
    this.#catalogue = catalogue;
    this.#directory = directory;
  }

  async of(query: ConsumersQuery): Promise<readonly Recipient[]> {
    const found = await this.#all.of(query);
    const versions = query.versionKeys.flatMap((key) => this.#catalogue.version(query.tool, key) ?? []);
    return found.filter((it) => this.#sees(it, versions));
  }

  #sees({ principalId, organisationId }: Recipient, versions: readonly ToolVersion[]): boolean {
    const teams = this.#directory.teams.of(principalId);
    const tokens = tokensOf({ id: principalId, organisationId }, noScopes, null, teams);
    return versions.some(
      (it) => it.organisationId === organisationId || meets(tokens, versionAudience(it, this.#directory)),
    );
  }
}

const noScopes: ReadonlySet<string> = new Set();
