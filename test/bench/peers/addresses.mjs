/**
 * The gateway's addresses beside each other and beside `supergateway`, which serves the same tool: `call_tool` at `/mcp`,
 * a toolset, and a whole server, each in a session and in the stateless revision. They take turns in short slices, in an
 * order that moves on every round, and ratios are medians over the rounds: on a machine that others use too, a round's
 * figures have the same neighbours.
 *
 *     node test/bench/peers/addresses.mjs [--rounds <n>] [--slice <ms>] [--main <apps/server/dist/bundle/start.js of another checkout>]
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startAssay } from '../assay/installation.mjs';
import { importReferenceServer } from '../assay/reference-server.mjs';
import { printReport } from '../report.mjs';
import { endAll, mainThreadMs, usageOf } from './processes.mjs';
import { rawLoad } from './raw-http.mjs';
import { median } from './rows.mjs';
import { openTargets } from './targets.mjs';
import { warmUp } from './warm-up.mjs';

const defaults = { rounds: 20, sliceMs: 300, concurrency: 32, warmUpCalls: 8_000, warmUpMs: 12_000 };

/** Throughput of each of these is held against `call_tool` in the same revision. */
const callTool = { session: 'assay mcp', stateless: 'assay mcp, stateless' };
const peer = 'supergateway';
const addresses = /^(?:supergateway|assay mcp.*|assay toolset.*|assay server.*)$/;

async function measureSlice({ raw, pid }, { concurrency, sliceMs }) {
  const before = usageOf(pid).cpuMs;
  const threadBefore = mainThreadMs(pid);
  const { calls, perSecond, errors, firstError } = await rawLoad(raw, { concurrency, durationMs: sliceMs });
  const threadUs = ((mainThreadMs(pid) - threadBefore) * 1_000) / calls;
  return { perSecond, threadUs, cpuMs: (usageOf(pid).cpuMs - before) / calls, errors, firstError };
}

async function round(targets, first, settings) {
  const figures = {};
  for (let at = 0; at < targets.length; at += 1) {
    const target = targets[(first + at) % targets.length];
    figures[target.name] = await measureSlice(target, settings);
  }
  return figures;
}

/** The median over the rounds of a figure of one target, alone or divided by the same of another. */
const over = (rounds, figure, name, other) =>
  median(rounds.map((it) => it[name][figure] / (other === undefined ? 1 : it[other][figure])));

/** How a target does beside `call_tool` in the same revision; nothing for the peer and for `call_tool`. */
function besideCallTool(rounds, name) {
  const own = callTool[name.endsWith('stateless') ? 'stateless' : 'session'];
  if (name === peer || name === own) return [];
  return [
    {
      name: `throughput, call_tool as 1: ${name}`,
      value: over(rounds, 'perSecond', name, own),
      target: { atLeast: 0.9 },
    },
    { name: `main thread, call_tool as 1: ${name}`, value: over(rounds, 'threadUs', name, own) },
  ].map((row) => ({ unit: '', ...row }));
}

function rowsOf(targets, rounds) {
  return targets.flatMap(({ name }) => {
    const rival = name === peer ? undefined : peer;
    const all = rounds.map((it) => it[name]);
    return [
      {
        name: `throughput: ${name}`,
        value: over(rounds, 'perSecond', name),
        unit: 'calls/s',
        ...(rival && {
          ratio: over(rounds, 'perSecond', name, rival),
          against: peer,
          target: { of: 'ratio', atLeast: 1 },
        }),
      },
      { name: `main thread: ${name}`, value: over(rounds, 'threadUs', name), unit: 'µs/call' },
      { name: `cpu: ${name}`, value: over(rounds, 'cpuMs', name), unit: 'ms/call' },
      ...besideCallTool(rounds, name),
      {
        name: `errors: ${name}`,
        value: all.reduce((sum, it) => sum + it.errors, 0),
        unit: 'errors',
        note: all.find((it) => it.firstError)?.firstError,
        target: { below: 1 },
      },
    ];
  });
}

/** Over a running Assay with the reference server behind it. */
async function measureOver(options) {
  const settings = { ...defaults, ...options };
  const opened = [];
  try {
    await openTargets({ assay: settings.assay, peers: [peer] }, opened);
    const targets = opened.filter(({ name, raw }) => raw && addresses.test(name));
    for (const target of targets) await warmUp(target, settings);
    const rounds = [];
    for (let at = 0; at < settings.rounds; at += 1) rounds.push(await round(targets, at, settings));
    return rowsOf(targets, rounds);
  } finally {
    await Promise.all(opened.map(({ close }) => close?.().catch(() => undefined)));
    await endAll();
  }
}

/** Rows over a fresh Assay. */
export async function measureAddresses({ main, ...options } = {}) {
  const assay = await startAssay({ ASSAY_KITS: 'none' }, main);
  try {
    const { stop, ...reference } = await importReferenceServer(assay);
    return await measureOver({ ...options, assay: { ...assay, ...reference } }).finally(stop);
  } finally {
    await assay.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, slice: { type: 'string' }, main: { type: 'string' } },
  });
  const { rounds, slice: sliceMs, main } = values;
  const rows = await measureAddresses({
    main,
    ...(rounds && { rounds: Number(rounds) }),
    ...(sliceMs && { sliceMs: Number(sliceMs) }),
  });
  printReport([{ title: 'The addresses of the gateway', rows }], Math.round(performance.now() / 1_000));
}
