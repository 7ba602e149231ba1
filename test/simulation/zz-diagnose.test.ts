import { writeFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { simulate } from './ninety-days.js';
import { behaviourOn, trueQuality } from './population.js';

it('dumps', async () => {
  const size = Number(process.env.SIM_SIZE ?? 100);
  const begun = Date.now();
  const of = await simulate(size, process.env.SIM_SEED ?? 'assay');
  const rows = of.standings.map(({ tool, ...it }) => ({
    ...it,
    name: tool.name,
    kind: tool.kind,
    games: tool.games,
    twin: tool.twin,
    calls: tool.callsADay,
    pub: tool.publishedOn,
    ab: tool.abandonedOn,
    b: behaviourOn(tool, 89),
    p95: tool.p95Ms,
    q: trueQuality(tool, 89),
    phases: tool.phases,
  }));
  writeFileSync(`/tmp/sim-${size}-${process.env.SIM_SEED ?? 'assay'}.json`, JSON.stringify(rows));
  console.log(Date.now() - begun);
}, 3_600_000);
