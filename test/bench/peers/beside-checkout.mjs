/**
 * Calls of this checkout beside those of another one, such as the commit before a change: the same tool of the reference
 * server, over REST and at `/mcp`. Both servers run all the time and take turns in short slices.
 *
 *     node test/bench/peers/beside-checkout.mjs --main <apps/server/dist/bundle/start.js of the other> [--rounds <n>]
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startAssay } from '../assay/installation.mjs';
import { importReferenceServer } from '../assay/reference-server.mjs';
import { printReport } from '../report.mjs';
import { endAll } from './processes.mjs';
import { rawLoad } from './raw-http.mjs';
import { median } from './rows.mjs';
import { openTargets } from './targets.mjs';
import { warmUp } from './warm-up.mjs';

const defaults = { rounds: 30, sliceMs: 300, concurrency: 32, warmUpCalls: 8_000, warmUpMs: 12_000 };
const measured = ['assay rest', 'assay mcp', 'assay mcp, stateless'];

async function open(main) {
  const assay = await startAssay({ ASSAY_KITS: 'none' }, main);
  const reference = await importReferenceServer(assay);
  const targets = [];
  await openTargets({ assay: { ...assay, ...reference }, peers: [] }, targets);
  const close = async () => {
    await Promise.all(targets.map((it) => it.close?.().catch(() => undefined)));
    await reference.stop();
    await assay.stop();
  };
  return { targets: targets.filter(({ name, raw }) => raw && measured.includes(name)), close };
}

/** The slices of one target and its like in the other checkout, one directly after the other. */
async function pair(name, sides, { concurrency, sliceMs }) {
  const figures = {};
  for (const { side, targets } of sides) {
    const { raw } = targets.find((it) => it.name === name);
    const { perSecond, errors } = await rawLoad(raw, { concurrency, durationMs: sliceMs });
    if (errors > 0) throw new Error(`${name} of the ${side} checkout answered ${errors} calls with an error.`);
    figures[side] = perSecond;
  }
  return figures;
}

/** Rounds with servers that were started in this order. */
async function sitting(order, settings) {
  const opened = [];
  try {
    for (const [side, at] of order) opened.push({ side, ...(await open(at)) });
    for (const { targets } of opened) for (const target of targets) await warmUp(target, settings);
    const rounds = [];
    for (let at = 0; at < settings.rounds / 2; at += 1) {
      const sides = at % 2 === 0 ? opened : [...opened].reverse();
      const figures = {};
      for (const name of measured) figures[name] = await pair(name, sides, settings);
      rounds.push(figures);
    }
    return rounds;
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
}

/**
 * Throughput of this checkout, as a ratio of the other's. The server that starts first is a little faster, so each is
 * first for half of the rounds, and the ratio is the geometric mean of the two halves' medians.
 */
export async function measureBeside({ main, ...options }) {
  const settings = { ...defaults, ...options };
  const order = [['own'], ['other', main]];
  try {
    const sittings = [await sitting(order, settings), await sitting([...order].reverse(), settings)];
    return measured.map((name) => {
      const ratios = sittings.map((rounds) => median(rounds.map((it) => it[name].own / it[name].other)));
      return {
        name,
        value: median(sittings.flat().map((it) => it[name].own)),
        unit: 'calls/s',
        ratio: Math.sqrt(ratios[0] * ratios[1]),
        against: 'the other checkout',
      };
    });
  } finally {
    await endAll();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, main: { type: 'string' } } });
  if (values.main === undefined) throw new Error('Name the built server of the other checkout with --main.');
  const rows = await measureBeside({ main: values.main, ...(values.rounds && { rounds: Number(values.rounds) }) });
  printReport([{ title: 'Calls beside another checkout', rows }], Math.round(performance.now() / 1_000));
}
