/**
 * Schema comparison on real schemas: how sure it is, whether it is right, how fast. Each schema is compared with itself
 * (members reordered), with changed copies whose truth is known, and with the next schema of its set.
 *
 *     node test/bench/compatibility.mjs [folder of the data sets]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareManifests } from '@assay/registry';
import { mutations } from './compatibility-mutations.mjs';

const wrongShown = 3;

const manifestOf = (schema, role) => ({
  name: 'bench/tool',
  version: '1.0.0',
  description: 'A tool.',
  protocol: 'mcp',
  endpoint: { server: 'bench/server', tool: 'tool' },
  inputSchema: role === 'input' ? schema : { type: 'object' },
  ...(role === 'output' && { outputSchema: schema }),
});

function filesOf(data) {
  const sets = join(data, 'retrieval');
  const retrieval = existsSync(sets) ? readdirSync(sets).sort() : [];
  return [
    ...['mcp_tools', 'openapi_5k'].map((name) => join(data, 'catalog', `${name}.jsonl`)),
    ...retrieval.map((set) => join(sets, set, 'tools.jsonl')),
  ].filter((file) => existsSync(file));
}

const schemasOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).input_schema)
    .filter((schema) => typeof schema === 'object' && schema !== null && schema.type === 'object');

/** Times and verdicts of one kind of comparison. */
class Tally {
  times = [];
  /** The slowest, in ms of the processor's time, since others' work counts in elapsed time; its clock may step by 4 ms. */
  slowestMs = 0;
  unknown = 0;
  wrong = [];

  compare({ label, role, older, newer, expected }) {
    const [one, other] = [manifestOf(older, role), manifestOf(newer, role)];
    const before = process.threadCpuUsage();
    const start = performance.now();
    const { change } = compareManifests(one, other);
    this.times.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    this.slowestMs = Math.max(this.slowestMs, (user + system) / 1_000);
    if (change === 'unknown') this.unknown += 1;
    else if (expected !== undefined && change !== expected)
      this.wrong.push({ label, role, older, newer, expected, change });
  }

  get figures() {
    const sorted = this.times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    const total = sorted.reduce((sum, it) => sum + it, 0);
    return {
      comparisons: sorted.length,
      'unknown %': Number(((100 * this.unknown) / sorted.length).toFixed(2)),
      wrong: this.wrong.length,
      'p50 ms': Number(at(0.5).toFixed(3)),
      'p99 ms': Number(at(0.99).toFixed(2)),
      'slowest ms': Number(this.slowestMs.toFixed(1)),
      'per second': Math.round((1_000 * sorted.length) / total),
    };
  }
}

const reordered = (value) => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  );
};

function compareSet(schemas) {
  const tallies = {
    'with itself': new Tally(),
    'with changed copies': new Tally(),
    "with another tool's": new Tally(),
  };
  for (const [i, older] of schemas.entries()) {
    const alike = { label: 'itself', role: 'input', older, newer: reordered(older), expected: 'none' };
    tallies['with itself'].compare(alike);
    for (const mutation of mutations(older, i)) tallies['with changed copies'].compare({ ...mutation, older });
    const next = schemas[(i + 1) % schemas.length];
    tallies["with another tool's"].compare({ label: 'another', role: 'input', older, newer: next });
  }
  return tallies;
}

/** Figures by name; none without data. `cap` bounds the schemas of a set. */
export function measureComparison(data, cap = Number.POSITIVE_INFINITY) {
  const figures = {};
  for (const file of filesOf(data)) {
    const schemas = schemasOf(file).slice(0, cap);
    if (schemas.length === 0) continue;
    for (const [name, tally] of Object.entries(compareSet(schemas))) {
      figures[`${relative(data, file)} ${name}`] = tally.figures;
      for (const wrong of tally.wrong.slice(0, wrongShown)) console.error(JSON.stringify(wrong).slice(0, 4_000));
    }
  }
  return figures;
}

/** Schemas of each set that are compared as one of several benchmarks. */
const pieceCap = 300;

/** Rows for the table of all benchmarks. */
export async function run({ data, hasData }) {
  if (!hasData) return [];
  const all = Object.values(measureComparison(data, pieceCap));
  const max = (key) => Math.max(...all.map((it) => it[key]));
  return [
    { name: 'a comparison, p50 (slowest set)', value: max('p50 ms'), unit: 'ms', target: { below: 1 } },
    { name: 'a comparison, slowest', value: max('slowest ms'), unit: 'ms', target: { below: 50 } },
    { name: 'cannot be told (most of a set)', value: max('unknown %'), unit: '%', target: { below: 2 } },
    { name: 'judged wrongly', value: all.reduce((sum, it) => sum + it.wrong, 0), unit: '', target: { below: 1 } },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = resolve(process.argv[2] ?? '../shared/data');
  if (existsSync(data)) console.table(measureComparison(data));
  else console.log(`No data sets at ${data}: schema comparison is not measured.`);
}
