/**
 * Processor time of a first start, with and without the kits, until all of them are published: that of the server and of
 * every process it started, PostgreSQL included.
 *
 *     node test/bench/kits/first-start.mjs
 */
import { readdirSync, readFileSync } from 'node:fs';
import { startAssay } from '../assay/installation.mjs';

const ticks = 100;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Processes with their parent and their time, that of children which ended included. */
function processes() {
  return readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const seconds = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks;
        return [
          {
            pid: Number(pid),
            parent: Number(fields[1]),
            seconds,
            own: (Number(fields[11]) + Number(fields[12])) / ticks,
          },
        ];
      } catch {
        return [];
      }
    });
}

function measure(root) {
  const all = processes();
  const tree = new Set([root]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent } of all)
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid);
        grew = true;
      }
  }
  const seconds = all.filter(({ pid }) => tree.has(pid)).reduce((sum, it) => sum + it.seconds, 0);
  return { seconds, main: all.find(({ pid }) => pid === root)?.own ?? 0 };
}

async function start(kits) {
  const begun = performance.now();
  const assay = await startAssay({ ASSAY_KITS: kits });
  const ready = performance.now() - begun;
  const headers = { authorization: `Bearer ${assay.apiKey}` };
  for (;;) {
    const { items } = await (await fetch(`${assay.url}/v1/kits`, { headers })).json();
    if (items.every(({ status }) => status !== 'being_published')) break;
    await wait(100);
  }
  const published = performance.now() - begun;
  await wait(3_000);
  const { seconds, main } = measure(assay.pid);
  await assay.stop();
  return { ready, published, seconds, main };
}

for (const kits of (process.argv[2] ?? 'none,all').split(',')) {
  const { ready, published, seconds, main } = await start(kits);
  process.stdout.write(
    `kits ${kits}: ready after ${(ready / 1000).toFixed(1)} s, published after ${(published / 1000).toFixed(1)} s, ${seconds.toFixed(1)} s of processor time (server's process ${main.toFixed(1)})\n`,
  );
}
process.exit(0);
