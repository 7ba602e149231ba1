/**
 * Detection of abuse on real definitions: how many honest tools it alarms about, by severity, which rules do so, and
 * what it costs; and what it costs on outputs. With `--held-out`, detection in results for each family of attacks while that family is
 * held out of training, and alarms on ordinary texts that were held out; it trains nine models, which takes minutes.
 *
 *     node test/bench/abuse.mjs [folder of the data sets] [--held-out]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listOperations } from '@assay/importing';
import { judgeDefinition, judgeOutput } from '@assay/trust';

const sets = [
  ['catalog', 'mcp_tools.jsonl'],
  ['retrieval', 'livemcp', 'tools.jsonl'],
  ['catalog', 'docker_mcp_servers.jsonl'],
  ['retrieval', 'stabletoolbench', 'tools.jsonl'],
  ['catalog', 'openapi_5k.jsonl'],
];
const rulesShown = 6;
const maxMsPerTool = 1;
/** The most of the real tool descriptions about which it may be wrong. */
const maxAlarms = 0.003;

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

const shortOutputs = {
  small: { ok: true, id: 'a1', text: 'The parcel was delivered on Monday.' },
  '200 characters': {
    text: 'The committee met on Monday to discuss the annual report. It was approved with minor changes, and the budget for the next quarter will be presented in March, after the figures of all branches have arrived.',
  },
};

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

/** Which of the labelled rows come to a finding: attacks and ordinary ones by kind, and the mean over kinds of attacks. */
function printRates(data, name, judge) {
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
  process.stdout.write(`${name}, trained on these families:\n`);
  for (const [kind, [found, all]] of [...kinds].sort())
    process.stdout.write(`  ${kind.padEnd(44)} ${String(found).padStart(4)} of ${all}\n`);
  const attacks = [...kinds].filter(([kind]) => kind.startsWith('malicious')).map(([, [found, all]]) => found / all);
  const mean = attacks.reduce((sum, it) => sum + it, 0) / attacks.length;
  process.stdout.write(`  mean over kinds of attacks ${(mean * 100).toFixed(1)} %\n`);
}

/** Operations of real OpenAPI documents that would be held. */
async function printHeldOperations(data) {
  for (const name of ['spotify', 'tmdb']) {
    const file = join(data, 'plans', `${name}_oas.json`);
    if (!existsSync(file)) continue;
    const root = JSON.parse(readFileSync(file, 'utf8'));
    const document = { root, problems: [], address: null };
    const listed = await listOperations(document, async () => {}, 'https://api.example');
    const { tools } = listed.value;
    const held = tools.filter((it) => judgeDefinition(it).severity !== 'LOW').map((it) => it.name);
    process.stdout.write(`${name}: ${held.length} of ${tools.length} operations held ${held.join(', ')}\n`);
  }
}

export async function benchAbuse(data, { heldOut = false } = {}) {
  const files = sets.map((path) => join(data, ...path)).filter((file) => existsSync(file));
  if (files.length === 0) {
    process.stdout.write(`abuse: no data sets in ${data}; nothing was measured\n`);
    return true;
  }
  let holds = true;
  for (const file of files) {
    const { tools, HIGH, MEDIUM, alarms, usPerKb, common } = measure(file);
    if (file.endsWith('mcp_tools.jsonl')) holds = alarms <= maxAlarms;
    const rules = common.map(([rule, count]) => `${rule} ${count}`).join(', ');
    process.stdout.write(
      `${relative(data, file)}: ${tools} tools, HIGH ${HIGH}, MEDIUM ${MEDIUM} (${(alarms * 100).toFixed(2)} %), ${usPerKb.toFixed(0)} µs/kB; ${rules}\n`,
    );
  }
  printRates(data, 'definitions', ({ name, description, input_schema: inputSchema }) =>
    judgeDefinition({ name, description, inputSchema }),
  );
  printRates(data, 'outputs', ({ output }) => judgeOutput(output));
  await printHeldOperations(data);
  if (heldOut) {
    const { heldOutVerdicts, printHeldOut } = await import('./train-orders.mjs');
    printHeldOut(await heldOutVerdicts());
  }
  const [catalog] = files;
  const median = medianPerTool(catalog);
  if (catalog.endsWith('mcp_tools.jsonl')) holds &&= median <= maxMsPerTool;
  process.stdout.write(`${relative(data, catalog)}: ${median.toFixed(2)} ms a tool at the median\n`);
  for (const [kind, output] of Object.entries(shortOutputs)) {
    for (let run = 0; run < 5_000; run += 1) judgeOutput(output);
    const begun = process.cpuUsage();
    for (let run = 0; run < 10_000; run += 1) judgeOutput(output);
    process.stdout.write(`outputs, ${kind}: ${(microseconds(begun) / 10_000).toFixed(1)} µs each\n`);
  }
  for (const [kind, usPerKb] of outputCosts()) process.stdout.write(`outputs, ${kind}: ${usPerKb.toFixed(0)} µs/kB\n`);
  return holds;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv.slice(2).find((it) => !it.startsWith('--')) ?? '../shared/data';
  const ok = await benchAbuse(resolve(folder), { heldOut: process.argv.includes('--held-out') });
  process.exitCode = ok ? 0 : 1;
}
