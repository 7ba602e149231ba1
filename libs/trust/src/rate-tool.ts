import type { RateTool as Vote } from '@assay/contracts';
import { type Caller, isMember, recordChange } from '@assay/identity';
import { type Failure, fail, namespaceOf, ok, type Result } from '@assay/kernel';
import { type CataloguePorts, visibleVersions } from '@assay/registry';
import type { EvidenceLog } from './evidence-log.js';
import type { EvidenceStore } from './evidence-store.js';
import type { Rating, RatingQuery, RatingStore } from './rating-store.js';
import type { ScoreVersions } from './score-versions.js';

export interface RatingPorts extends Pick<CataloguePorts, 'catalogue' | 'directory' | 'audit' | 'feed' | 'clock'> {
  readonly ratings: RatingStore;
  readonly store: Pick<EvidenceStore, 'hasCalled'>;
  /** What this replica has counted and not written yet. */
  readonly log: Pick<EvidenceLog, 'flush'>;
  readonly scoring: Pick<ScoreVersions, 'run'>;
}

/** Votes on tools by those who have called them. */
export class RateTool {
  readonly #ports: RatingPorts;

  constructor(ports: RatingPorts) {
    this.#ports = ports;
  }

  /** Puts the caller's vote in the place of its former one. */
  async run(caller: Caller, asked: string, { stars, comment }: Vote): Promise<Result<Rating, Failure>> {
    const { ratings, directory, scoring, clock } = this.#ports;
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'Rating requires authentication: send a key.');
    const tool = directory.aliases.tool(asked);
    if (!this.#isVisible(caller, tool)) return noTool(asked);
    if (isMember(directory, principalId, namespaceOf(tool)))
      return fail(
        'forbidden',
        `You are a member of ${namespaceOf(tool)}: tools are rated by their users. Ask someone who calls ${tool} and does not own it.`,
      );
    if (!(await this.#hasCalled(principalId, tool)))
      return fail(
        'forbidden',
        `You have not called ${tool} yet: call it first, then rate it. A call through another replica is known here after 5 seconds.`,
      );
    const rating = { principalId, organisationId, tool, stars, comment: comment ?? null, at: clock.now() };
    if (!(await ratings.put(rating))) return noTool(asked);
    await scoring.run();
    await recordChange(this.#ports, caller, 'tool.rate', tool, { stars });
    return ok(rating);
  }

  async list(
    caller: Caller,
    asked: string,
    page: Omit<RatingQuery, 'tool'>,
  ): Promise<Result<readonly Rating[], Failure>> {
    const tool = this.#ports.directory.aliases.tool(asked);
    return this.#isVisible(caller, tool) ? ok(await this.#ports.ratings.list({ ...page, tool })) : noTool(asked);
  }

  async #hasCalled(principalId: string, tool: string): Promise<boolean> {
    const { store, log } = this.#ports;
    if (await store.hasCalled(principalId, tool)) return true;
    await log.flush();
    return store.hasCalled(principalId, tool);
  }

  #isVisible = (caller: Caller, tool: string): boolean =>
    visibleVersions(this.#ports.catalogue.tool(tool), caller, this.#ports.directory).length > 0;
}

const noTool = (tool: string) =>
  fail('not_found', `No tool "${tool}": check the name, or search for a tool by what it does.`);
