import { stopAll } from './assay/installation.mjs';
import { hasData } from './discovery/real-tools.mjs';
import { endAll } from './peers/processes.mjs';
import { stopDatabases } from './trust/database.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

/** Ends whatever a piece has started and not ended. */
export const endEverything = async () => {
  await Promise.all([stopAll(), endAll(), stopDatabases()]);
};

function inTime(work, endsAt) {
  let timer;
  const late = new Promise((_, reject) => {
    const patienceMs = Math.max(0, endsAt - performance.now());
    timer = setTimeout(() => reject(new Error('the time for all benchmarks together was over')), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs one after the other; one that fails leaves the others' figures alone. Resolves to `{sections, failed}`. */
export async function runPieces(chosen, { data, endsAt, agentos }) {
  const context = { data, hasData: hasData(data), endsAt, agentos };
  if (!context.hasData) say(`No data sets in ${data}: generated manifests are published, and search is left out.`);
  const sections = [];
  let failed = false;
  for (const { title, run } of chosen) {
    say(`${title} …`);
    try {
      sections.push({ title, rows: await inTime(run(context), endsAt) });
    } catch (error) {
      failed = true;
      say(`${title} could not be measured: ${error.stack ?? error}`);
      await endEverything();
    }
  }
  return { sections, failed };
}
