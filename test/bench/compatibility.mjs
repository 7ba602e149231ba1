/**
 * Schema comparison on real schemas: how sure it is, whether it is right, how fast. Takes the folder of the data:
 * `node test/bench/compatibility.mjs ../shared/data`. Each schema is compared with itself, with changed copies whose
 * truth is known, and with the next schema of the set.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareManifests } from '@assay/core';
import { mutations } from './compatibility-mutations.mjs';

const caseCap = Number(process.env.CASES ?? 7_000);

const manifest = (schema, role) => ({
  name: 'bench/tool',
  version: '1.0.0',
  description: 'A tool.',
  protocol: 'mcp',
  endpoint: { server: 'bench/server', tool: 'tool' },
  inputSchema: role === 'input' ? schema : { type: 'object' },
  ...(role === 'output' && { outputSchema: schema }),
});

function* filesOf(data) {
  for (const name of ['mcp_tools', 'openapi_5k']) yield path.join(data, 'catalog', `${name}.jsonl`);
  const sets = path.join(data, 'retrieval');
  for (const set of existsSync(sets) ? readdirSync(sets).sort() : []) yield path.join(sets, set, 'tools.jsonl');
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
  /** Of the processor's time, since others' work would count in elapsed time; its clock steps by 4 ms. */
  worst = 0;
  unknown = 0;
  wrong = [];

  compare(older, newer, role, expected, label) {
    const [one, other] = [manifest(older, role), manifest(newer, role)];
    const before = process.threadCpuUsage();
    const start = performance.now();
    const { change } = compareManifests(one, other);
    this.times.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    this.worst = Math.max(this.worst, (user + system) / 1_000);
    if (process.env.SLOW && (user + system) / 1_000 > Number(process.env.SLOW))
      console.log(
        'slow',
        label,
        role,
        (user + system) / 1_000,
        JSON.stringify(newer).length,
        JSON.stringify(newer).slice(0, 6000),
      );
    if (change === 'unknown') this.unknown += 1;
    else if (expected !== undefined && change !== expected)
      this.wrong.push({ label, role, older, newer, expected, change });
    if (change === 'unknown' && process.env.UNKNOWN)
      console.log(
        'unknown',
        label,
        role,
        JSON.stringify(older).slice(0, 1500),
        '\n  ',
        JSON.stringify(newer).slice(0, 1500),
      );
    return change;
  }

  get row() {
    const sorted = [...this.times].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const total = sorted.reduce((sum, it) => sum + it, 0);
    return {
      comparisons: sorted.length,
      unknown: `${((100 * this.unknown) / Math.max(1, sorted.length)).toFixed(2)} %`,
      wrong: this.wrong.length,
      p50: `${at(0.5).toFixed(3)} ms`,
      p99: `${at(0.99).toFixed(2)} ms`,
      worst: `${this.worst.toFixed(1)} ms`,
      perSecond: Math.round((1_000 * sorted.length) / Math.max(1, total)),
    };
  }
}

/** Resolves to rows by name; empty without data. */
export async function run({ data }) {
  const files = [...filesOf(data)].filter((file) => existsSync(file));
  const rows = {};
  for (const file of files) {
    const schemas = schemasOf(file).slice(0, caseCap);
    if (schemas.length === 0) continue;
    const [itself, changed, others] = [new Tally(), new Tally(), new Tally()];
    for (const [i, schema] of schemas.entries()) {
      itself.compare(schema, reordered(schema), 'input', 'none', 'itself');
      for (const { label, role, newer, expected } of mutations(schema, i))
        changed.compare(schema, newer, role, expected, label);
      others.compare(schema, schemas[(i + 1) % schemas.length], 'input', undefined, 'other');
    }
    const name = path.relative(data, file);
    rows[`${name}: with itself`] = itself.row;
    rows[`${name}: with changed copies`] = changed.row;
    rows[`${name}: with another tool's`] = others.row;
    for (const { label, role, expected, change, older, newer } of [...itself.wrong, ...changed.wrong].slice(
      0,
      Number(process.env.SHOW ?? 3),
    )) {
      console.log(
        `wrong: ${label} (${role}) should be ${expected}, is ${change}\n  ${JSON.stringify(older).slice(0, 1000)}\n  ${JSON.stringify(newer).slice(0, 1000)}`,
      );
    }
  }
  return rows;
}

const reordered = (value) => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  // Written another way that means the same, so that nothing is equal as text.
  return Object.fromEntries(members.map(([key, member]) => [key, reordered(member)]));
};

if (process.argv[1]?.endsWith('compatibility.mjs')) {
  const data = path.resolve(process.argv[2] ?? '../shared/data');
  if (!existsSync(data)) console.log(`No data at ${data}: schema comparison is not measured.`);
  else console.table(await run({ data }));
}
