import type { Stage } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Chance } from './chance.js';
import type { Market } from './market.js';
import type { SimulatedTool } from './population.js';

/** How the imported tool stood on an evening. */
export interface ImportEvening {
  readonly isFound: boolean;
  readonly score: number;
  readonly stage: Stage;
  readonly isVerified: boolean;
}

/** A good tool of somebody else's server: it declares neither an SLA nor an output schema, and has no examples. */
export const anImport = (organisation: string): SimulatedTool => ({
  ...{ name: `imports-of-${organisation}/search`, provider: organisation, kind: 'good', twin: null, games: false },
  ...{ callsADay: 30, p95Ms: 1_000, p99Ms: 2_000, publishedOn: 0, abandonedOn: null },
  phases: [{ from: 0, behaviour: { failShare: 0.03, badShare: 0, medianMs: 5 } }],
});

/** Imports a tool into an organisation on the first day, has its people use it every day, and looks at it in the evening. */
export class ImportedTool {
  readonly evenings: ImportEvening[] = [];
  readonly #chance: Chance;

  constructor(
    private readonly market: Market,
    readonly tool: SimulatedTool,
    /** Of its organisation; the namespace's owner is not among them unless it calls as well. */
    private readonly users: readonly Caller[],
    seed: string,
  ) {
    this.#chance = new Chance(`${seed} calls of ${tool.name}`);
  }

  open = (owner: string): Promise<void> =>
    this.market.importTool(this.tool, this.users[0]?.organisationId as string, owner);

  async use(shareOfDay: number): Promise<number> {
    const calls = this.#chance.poisson(this.tool.callsADay * shareOfDay);
    for (let made = 0; made < calls; made += 1)
      await this.market.call(this.#chance.pick(this.users), this.tool.name, 20_000);
    return calls;
  }

  async look(): Promise<void> {
    const version = this.market.version(this.tool.name);
    this.evenings.push({
      isFound: await this.market.isFound(this.users[0] as Caller, this.tool),
      score: this.market.trust.trustIn(version, 'inside'),
      stage: version.stage,
      isVerified: version.lastVerifiedAt !== null,
    });
  }
}

/** What must hold of a good imported tool in every world; empty when it does. */
export function problemsOfImport(evenings: readonly ImportEvening[]): string[] {
  const problems: string[] = [];
  const missing = evenings.findIndex(({ isFound }) => !isFound);
  if (missing >= 0) problems.push(`not found on day ${missing}`);
  const verified = evenings.findIndex(({ isVerified }) => isVerified);
  if (verified < 0 || verified > 7) problems.push(`verified on day ${verified}`);
  const [early, last] = [evenings[30], evenings.at(-1)];
  if (early === undefined || last === undefined || last.score < early.score - 0.02)
    problems.push(`trust went from ${early?.score} to ${last?.score}`);
  if (last?.stage !== 'GENERAL_AVAILABILITY') problems.push(`its stage is ${last?.stage}`);
  return problems;
}
