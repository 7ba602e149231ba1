/**
 * Assay against its peers, in one run on one reference server: `node test/bench/peers/run.mjs` measures the peers
 * alone; `run({assay})` adds a running Assay. Targets take turns in every round, so that a noisy moment hits all of
 * them, and each figure is the median over the rounds.
 */
import { pathToFileURL } from 'node:url';
import { clientLoad } from './official-client.mjs';
import { endAll, usageOf } from './processes.mjs';
import { rawLoad } from './raw-http.mjs';
import { rowsOf } from './rows.mjs';
import { printTable } from './table.mjs';
import { openTargets } from './targets.mjs';

const defaults = {
  rounds: 3,
  /** Of the raw generator at concurrency 32; half of it at concurrency 1 and with the official client. */
  durationMs: 2_000,
  warmUpMs: 8_000,
  /** No round begins that would not end before this. */
  budgetMs: 285_000,
  concurrency: 32,
  /** Whether the rows are printed as a table of their own. */
  prints: true,
};

/** Runs `load` and adds what the process tree spent on each answered call meanwhile. */
async function measured(pid, load) {
  const before = pid === undefined ? undefined : usageOf(pid);
  const figures = await load();
  if (!before) return figures;
  const after = usageOf(pid);
  const cpuMsPerCall = figures.calls > 0 ? (after.cpuMs - before.cpuMs) / figures.calls : Number.NaN;
  return { ...figures, cpuMsPerCall, residentMiB: after.residentMiB };
}

const loadsOf = ({ raw, client, call }) => ({
  ...(raw ? { raw: (shape) => rawLoad(raw, shape) } : {}),
  ...(client ? { client: (shape) => clientLoad(client, call, shape) } : {}),
});

async function warmUp(targets, { concurrency, warmUpMs }) {
  for (const target of targets) {
    for (const load of Object.values(loadsOf(target))) await load({ concurrency, durationMs: warmUpMs });
  }
}

async function round(targets, { concurrency, durationMs }) {
  const figures = {};
  for (const target of targets) {
    for (const [kind, load] of Object.entries(loadsOf(target))) {
      const long = kind === 'raw' ? durationMs : durationMs / 2;
      const many = await measured(target.pid, () => load({ concurrency, durationMs: long }));
      const one = await measured(target.pid, () => load({ concurrency: 1, durationMs: durationMs / 2 }));
      figures[`${target.name}|${kind}`] = { many, one };
    }
  }
  return figures;
}

/** Measures; returns rows `{name, value, unit, ratio?}` and, by default, prints them as one table. */
export async function run(options = {}) {
  const settings = { ...defaults, ...options };
  const startedAt = performance.now();
  const targets = [];
  try {
    await openTargets(settings, targets);
    await warmUp(targets, settings);
    const rounds = [];
    let maxMs = 0;
    while (rounds.length < settings.rounds && performance.now() - startedAt + maxMs < settings.budgetMs) {
      const roundStartedAt = performance.now();
      rounds.push(await round(targets, settings));
      maxMs = Math.max(maxMs, performance.now() - roundStartedAt);
    }
    const rows = rowsOf(targets, rounds, settings.concurrency);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (settings.prints)
      printTable(rows, `Echo through the reference server, median of ${rounds.length} rounds, ${seconds} s in all`);
    return rows;
  } finally {
    await Promise.all(targets.map(({ close }) => close?.().catch(() => undefined)));
    await endAll();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await run();
  process.exitCode = rows.some(({ unit, value }) => unit === 'errors' && value > 0) ? 1 : 0;
}
