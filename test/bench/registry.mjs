/** The official MCP Registry API over HTTP: pages and searches as the catalogue grows. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@assay/persistence';
import { withAssay } from './assay/installation.mjs';
import { addEntries, serverNames } from './assay/registry-entries.mjs';
import { measureLatency } from './discovery/measure.mjs';

const sizes = [1_000, 10_000, 20_000, 100_000];
const queries = 500;

/** The same numbers on every run. */
function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Parts of names, three letters or more: of one name, of its namespace, and of most names. */
function patterns(names, random) {
  const common = ['mcp', 'server', 'github', 'docker'];
  return Array.from({ length: queries }, (_, at) => {
    if (at % 10 === 0) return common[(at / 10) % common.length];
    const name = names[random(names.length)];
    const from = random(Math.max(1, name.length - 3));
    return name.slice(from, from + 3 + random(8));
  });
}

const listPath = (names, random) => () =>
  `/v0.1/servers?limit=30&version=latest&cursor=${encodeURIComponent(`${names[random(names.length)]}:1.0.0`)}`;

/** Resolves when the answer has been read; throws on anything but a page. */
const getFrom = (url) => async (path) => {
  const answer = await fetch(`${url}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
};

async function measureSize(url, names, size) {
  const random = seeded(size);
  const get = getFrom(url);
  const nextPage = listPath(names, random);
  const list = await measureLatency(Array.from({ length: queries }, nextPage), get);
  const search = await measureLatency(
    patterns(names, random).map((text) => `/v0.1/servers?limit=30&version=latest&search=${encodeURIComponent(text)}`),
    get,
  );
  return { size, list, search };
}

const label = (size) => size.toLocaleString('en');

function rowsOf(measured) {
  const rows = measured.flatMap(({ size, list, search }) => [
    { name: `registry list, ${label(size)} entries, p50`, value: list.p50, unit: 'ms' },
    { name: `registry list, ${label(size)} entries, p99`, value: list.p99, unit: 'ms' },
    { name: `registry search, ${label(size)} entries, p50`, value: search.p50, unit: 'ms' },
    { name: `registry search, ${label(size)} entries, p99`, value: search.p99, unit: 'ms' },
  ]);
  const [first, last] = [measured[0], measured.at(-1)];
  for (const kind of ['list', 'search'])
    rows.push({
      name: `registry ${kind}, p50 at ${label(last.size)} over ${label(first.size)}`,
      value: last[kind].p50 / first[kind].p50,
      unit: 'times',
      target: { below: 3 },
    });
  return rows;
}

/** Rows of the registry API with 1,000 to 100,000 entries. `data` gives real names; without it they are generated. */
export async function measureRegistry(data) {
  const names = serverNames(data);
  const home = mkdtempSync(join(tmpdir(), 'assay-bench-registry-'));
  // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres({ home, log: () => undefined });
  try {
    await migrate(postgres.url);
    return await withAssay(
      async ({ url }) => {
        const measured = [];
        let from = 0;
        for (const size of sizes) {
          await addEntries(postgres.url, names, from, size);
          from = size;
          measured.push(await measureSize(url, names, size));
        }
        return rowsOf(measured);
      },
      { DATABASE_URL: postgres.url },
    );
  } finally {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
