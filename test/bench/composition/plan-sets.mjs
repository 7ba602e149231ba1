/**
 * Real plans: each is read, checked and run with stand-ins that have the sets' own schemas, and what ran is compared with the
 * set's own graph (test/fixtures/plan-sets/judge.ts): every step once, after all that it needs, with the very values those
 * gave. First on the bare scheduler, all of them; then over a running server, whose upstream the stand-ins are: a sample of
 * each set in every notation that can say it, or with `--whole` every plan of every set.
 *
 *     node test/bench/composition/plan-sets.mjs [--data <folder>] [--whole] [--verbose] [--json <file>]
 *
 * Sets: sealtools (calls with arguments), restbench (chains over the OpenAPI documents of TMDB and Spotify, which are
 * imported), taskbench (every edge of three graphs of tools, ways along them, each whole graph), bfcl (dialogues over
 * stateful services).
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../../apps/server/launch/repository.mjs';
import { PublishedSet, sampled } from '../../fixtures/plan-sets/on-server.ts';
import { hasPlanSets, realSets } from '../../fixtures/plan-sets/real-sets.ts';
import { CoreRuns } from '../../fixtures/plan-sets/run-in-core.ts';
import { serveStandIns } from '../../fixtures/plan-sets/stand-ins.ts';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { Requests } from '../assay/requests.mjs';
import { printReport } from '../report.mjs';

/** Of each set over the server, unless the whole is asked for. */
const sampledOfASet = 12;
/** Of the whole, so many go in every notation, the others as plans. */
const everyWayOf = 20;
const none = { below: 1 };
const shownOfAKind = 3;

const say = (line) => process.stdout.write(`  ${line}\n`);

const kinds = ['refused', 'errors', 'warnings', 'amiss', 'invalid', 'faults'];

/** Every plan of a set on the bare scheduler: examples of what was found, by its kind. */
async function triedInCore(set) {
  const runs = new CoreRuns(set);
  const found = Object.fromEntries([...kinds, 'unforeseen', 'groundless'].map((kind) => [kind, []]));
  for (const plan of set.cases) {
    const tried = await runs.try(plan);
    for (const kind of kinds) if (tried[kind].length > 0) found[kind].push(`${plan.id}: ${tried[kind][0]}`);
    const isForeseen = tried.errors.length + tried.warnings.length + tried.refused.length > 0;
    if (tried.invalid.length > 0 && !isForeseen) found.unforeseen.push(`${plan.id}: ${tried.invalid[0]}`);
    if (tried.invalid.length === 0 && tried.errors.length > 0) found.groundless.push(`${plan.id}: ${tried.errors[0]}`);
  }
  return found;
}

/** All possible problems: the graph, a fake's answer, an unfounded rejection, an unexpected mismatch. */
const wrongKinds = ['refused', 'amiss', 'faults', 'groundless', 'unforeseen'];

async function inCore(set, verbose) {
  const begun = performance.now();
  const found = await triedInCore(set);
  const ms = performance.now() - begun;
  for (const kind of verbose ? Object.keys(found) : wrongKinds)
    for (const example of found[kind].slice(0, verbose ? undefined : shownOfAKind)) say(`${kind}: ${example}`);
  for (const { id, why } of verbose ? set.unusable : []) say(`unusable: ${id}: ${why}`);
  const steps = set.cases.reduce((sum, it) => sum + it.steps.length, 0);
  const wrong = new Set(wrongKinds.flatMap((kind) => found[kind]).map((it) => it.split(': ', 1)[0]));
  const much = (count) => count.toLocaleString('en');
  return [
    {
      name: `${set.name}: not as graphs and schemas say`,
      value: wrong.size,
      unit: 'plans',
      target: none,
      note: `of ${much(set.cases.length)} with ${much(steps)} steps of ${much(set.tools.size)} tools; ${found.errors.length} refused because of their arguments, ${set.unusable.length} unusable; ${Math.round((ms * 1_000) / steps)} µs a step, checks and stand-ins included`,
    },
  ];
}

/** Runs plans of a set over a server, and counts. */
async function runOverServer(published, cases, whole) {
  const count = { runs: 0, refused: 0, consents: 0, wrong: 0, ms: 0, steps: 0 };
  for (const [number, plan] of cases.entries()) {
    const ran = whole && number % everyWayOf > 0 ? [await published.run(plan)] : await published.runEveryWay(plan);
    const isRefused = ran[0].refused.length > 0;
    const stray = isRefused ? [] : await published.strayEdges(plan);
    const [amiss] = [...stray, ...ran.flatMap((it) => it.amiss.map((what) => `${it.notation}: ${what}`))];
    count.wrong += Number(amiss !== undefined);
    if (amiss !== undefined && count.wrong <= shownOfAKind) say(`amiss: ${plan.id}: ${amiss}`);
    count.refused += Number(isRefused);
    count.consents += Number(ran.some((it) => it.consents > 0));
    // What a person takes is not the run's time.
    for (const { ms } of ran.filter((it) => it.refused.length + it.consents === 0)) {
      count.runs += 1;
      count.ms += ms;
      count.steps += plan.steps.length;
    }
  }
  return count;
}

/** Plans of a set over a running server. */
async function overServer(apis, set, at, whole) {
  const server = await serveStandIns(set);
  try {
    const cases = whole ? set.cases : sampled(set.cases, sampledOfASet);
    const published = new PublishedSet(apis, set, server, `set${at}`);
    await published.publish(cases);
    const { runs, refused, consents, wrong, ms, steps } = await runOverServer(published, cases, whole);
    const held = published.dismissed.length;
    return [
      {
        name: `${set.name}, over a server: not as graphs say`,
        value: wrong,
        unit: 'plans',
        target: none,
        note: `of ${cases.length}; ${runs} runs, ${(ms / runs).toFixed(1)} ms each, ${(ms / steps).toFixed(2)} ms a step; ${refused} refused, ${consents} waited for a person${held > 0 ? `; ${held} tools held back for what their definitions say, and let pass` : ''}`,
      },
    ];
  } finally {
    await server.stop();
  }
}

const apiOf = (url, key) => {
  const send = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { get: (path) => send('GET', path), post: (path, body) => send('POST', path, body) };
};

/** The administrator, and a person who consents to what it does. */
async function apisOf({ url, apiKey }) {
  const admin = apiOf(url, apiKey);
  const principal = { kind: 'user', name: 'pia' };
  const { body } = await admin.post('/v1/keys', { principal, scopes: ['approvals:decide'] });
  return { admin, person: apiOf(url, body.key) };
}

/** Rows over every plan set of a data folder; none where there is none. */
export async function measurePlanSets(data, { whole = false, verbose = false } = {}) {
  if (!hasPlanSets(data)) {
    say(`No plan sets in ${data}.`);
    return [];
  }
  const sets = await realSets(data);
  const rows = [];
  for (const set of sets) rows.push(...(await inCore(set, verbose)));
  await withAssay(async (assay) => {
    const requests = new Requests(assay, 1);
    await liftLimits(requests).finally(() => requests.close());
    const apis = await apisOf(assay);
    for (const [at, set] of sets.entries()) rows.push(...(await overServer(apis, set, at, whole)));
  });
  return rows.map((row) => ({ ...row, name: `plans of ${row.name}` }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: resolve(root, '../shared/data') },
      json: { type: 'string' },
      whole: flag,
      verbose: flag,
    },
  });
  const begun = performance.now();
  const rows = await measurePlanSets(resolve(values.data), values);
  printReport([{ title: 'Real plans', rows }], Math.round((performance.now() - begun) / 1_000));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}
