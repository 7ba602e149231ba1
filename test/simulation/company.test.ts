import { describe, expect, it } from '@jest/globals';
import { rounds } from '../chaos/soak.js';
import { type CompanyResult, simulateCompany } from './company.js';
import { problemsOfImport } from './imported-tool.js';
import { kendallTau } from './kendall.js';
import { days } from './ninety-days.js';
import { trueQuality } from './population.js';

/** Five hundred tools when soaking; a tenth of them otherwise. */
const size = rounds(50, 500);
const withinMs = rounds(600_000, 3_600_000);
const seed = 'assay';
/** 80 calls in the last 30 days, as in the market. */
const enoughConfidence = 0.8;
/** The target is 0.85, of the full length; among a tenth of the tools a few pairs in the wrong order weigh more. */
const minTau = rounds(0.8, 0.85);

function report(world: string, { calls, imported, standings }: CompanyResult, tau?: number): void {
  const last = imported.at(-1);
  const verifiedOn = imported.findIndex(({ isVerified }) => isVerified);
  const generalOn = imported.findIndex(({ stage }) => stage === 'GENERAL_AVAILABILITY');
  console.log(
    `${world}: ${standings.length} tools, ${days} days, ${calls} calls${tau === undefined ? '' : `, Kendall's τ ${tau.toFixed(3)}`}; ` +
      `imported tool verified on day ${verifiedOn}, generally available on day ${generalOn}, trust ${last?.score.toFixed(3)} at the end`,
  );
}

describe('one organisation with one administrator and thirty agents', () => {
  it(
    'ranks its tools by true quality, and lets a good import be found, verified, kept and promoted',
    async () => {
      const result = await simulateCompany({ size, agents: 30, seed });
      const known = result.standings.filter(({ confidence }) => confidence >= enoughConfidence);
      const tau = kendallTau(known.map((it) => [trueQuality(it.tool, days - 1), it.score]));
      report('one organisation', result, tau);
      const living = result.standings.filter(({ tool }) => tool.abandonedOn === null);
      expect(known.length).toBeGreaterThanOrEqual(0.9 * living.length);
      expect(tau).toBeGreaterThanOrEqual(minTau);
      expect(problemsOfImport(result.imported)).toEqual([]);
      expect(result.problems).toEqual([]);
    },
    withinMs,
  );
});

describe('one person with one agent that has a key of its own', () => {
  it(
    'lets a good import be found, verified by use, kept and promoted',
    async () => {
      const result = await simulateCompany({ size: 0, agents: 1, seed });
      report('one person', result);
      expect(problemsOfImport(result.imported)).toEqual([]);
      expect(result.problems).toEqual([]);
    },
    withinMs,
  );
});
