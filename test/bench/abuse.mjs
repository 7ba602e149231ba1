/**
 * Detection of abuse on real definitions: how many honest tools it alarms about, by severity, which rules do so, and
 * what it costs; and what it costs on outputs.
 *
 *     node test/bench/abuse.mjs [folder of the data sets]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { judgeDefinition, judgeOutput } from '@assay/core';

const sets = [
  ['catalog', 'mcp_tools.jsonl'],
  ['retrieval', 'livemcp', 'tools.jsonl'],
  ['catalog', 'docker_mcp_servers.jsonl'],
  ['retrieval', 'stabletoolbench', 'tools.jsonl'],
  ['catalog', 'openapi_5k.jsonl'],
];
const rulesShown = 6;
const mostMsPerTool = 1;
/** The most of the real tool descriptions about which it may be wrong. */
const mostAlarms = 0.003;

const microseconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

function measure(file) {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const found = { HIGH: 0, MEDIUM: 0, LOW: 0 };
  const rules = new Map();
  let bytes = 0;
  const begun = process.cpuUsage();
  for (const { name, title, description, input_schema: inputSchema } of rows) {
    const definition = { name, title, description, inputSchema };
    bytes += JSON.stringify(definition).length;
    const { severity, signs } = judgeDefinition(definition);
    found[severity] += 1;
    if (severity !== 'LOW') for (const { rule } of signs) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  const alarms = (found.HIGH + found.MEDIUM) / rows.length;
  const common = [...rules].sort((a, b) => b[1] - a[1]).slice(0, rulesShown);
  return { tools: rows.length, ...found, alarms, usPerKb: microseconds(begun) / (bytes / 1_024), common };
}

/** Cost on an output of about 9 kB: records, and running text. */
function outputCosts() {
  const records = Array.from({ length: 60 }, (_, n) => ({
    id: `0199${n}-0000-7000-8000-0123456789ab`,
    name: `Item ${n}`,
    status: 'active',
    note: n % 5 ? null : 'Delivered to the front desk on Monday morning, please call first',
  }));
  const prose = 'The committee met on Monday to discuss the annual report and the budget for the next quarter. '.repeat(
    95,
  );
  return Object.entries({ records, prose }).map(([kind, output]) => {
    for (let run = 0; run < 50; run += 1) judgeOutput(output);
    const begun = process.cpuUsage();
    for (let run = 0; run < 100; run += 1) judgeOutput(output);
    return [kind, microseconds(begun) / 100 / (JSON.stringify(output).length / 1_024)];
  });
}

/** What examining one real definition costs, in ms of CPU, at the median; measured in groups of ten, the clock's grain. */
function medianPerTool(file) {
  const definitions = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ name, title, description, input_schema: inputSchema }) => ({ name, title, description, inputSchema }));
  for (const it of definitions.slice(0, 200)) judgeDefinition(it);
  const costs = definitions.map((it) => {
    const begun = process.cpuUsage();
    for (let run = 0; run < 5; run += 1) judgeDefinition(it);
    return microseconds(begun) / 5_000;
  });
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)];
}

/** Share of attacks and of honest results that come to a finding, by kind and as a mean over kinds of attacks. */
function rates(data, name, judge) {
  const file = join(data, 'attacks', `${name}.jsonl`);
  if (!existsSync(file)) return;
  const kinds = new Map();
  for (const row of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const it = JSON.parse(row);
    const kind = `${it.label} ${it.kind}`;
    const { severity } = judge(it);
    const [found = 0, all = 0] = kinds.get(kind) ?? [];
    kinds.set(kind, [found + (severity === 'LOW' ? 0 : 1), all + 1]);
  }
  for (const [kind, [found, all]] of [...kinds].sort()) process.stdout.write(`${name}, ${kind}: ${found} of ${all}\n`);
  const attacks = [...kinds].filter(([kind]) => kind.startsWith('malicious')).map(([, [found, all]]) => found / all);
  const mean = attacks.reduce((sum, it) => sum + it, 0) / attacks.length;
  process.stdout.write(`${name}: mean over kinds of attacks ${mean.toFixed(3)}\n`);
}

export function benchAbuse(data) {
  const files = sets.map((path) => join(data, ...path)).filter((file) => existsSync(file));
  if (files.length === 0) {
    process.stdout.write(`abuse: no data sets in ${data}; nothing was measured\n`);
    return true;
  }
  let holds = true;
  for (const file of files) {
    const { tools, HIGH, MEDIUM, alarms, usPerKb, common } = measure(file);
    if (file.endsWith('mcp_tools.jsonl')) holds = alarms <= mostAlarms;
    const rules = common.map(([rule, count]) => `${rule} ${count}`).join(', ');
    process.stdout.write(
      `${relative(data, file)}: ${tools} tools, HIGH ${HIGH}, MEDIUM ${MEDIUM} (${(alarms * 100).toFixed(2)} %), ${usPerKb.toFixed(0)} µs/kB; ${rules}\n`,
    );
  }
  rates(data, 'definitions', ({ name, description, input_schema: inputSchema }) =>
    judgeDefinition({ name, description, inputSchema }),
  );
  rates(data, 'outputs', ({ output }) => judgeOutput(output));
  const [catalog] = files;
  const median = medianPerTool(catalog);
  if (catalog.endsWith('mcp_tools.jsonl')) holds &&= median <= mostMsPerTool;
  process.stdout.write(`${relative(data, catalog)}: ${median.toFixed(2)} ms a tool at the median\n`);
  const small = { ok: true, id: 'a1', text: 'The parcel was delivered on Monday.' };
  for (let run = 0; run < 2_000; run += 1) judgeOutput(small);
  const begun = process.cpuUsage();
  for (let run = 0; run < 2_000; run += 1) judgeOutput(small);
  process.stdout.write(`outputs, small: ${(microseconds(begun) / 2_000).toFixed(1)} µs each\n`);
  for (const [kind, usPerKb] of outputCosts()) process.stdout.write(`outputs, ${kind}: ${usPerKb.toFixed(0)} µs/kB\n`);
  return holds;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ok = benchAbuse(resolve(process.argv[2] ?? '../shared/data'));
  process.exitCode = ok ? 0 : 1;
}
