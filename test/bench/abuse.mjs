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
/** The most of the real tool descriptions about which it may be wrong. */
const mostAlarms = 0.01;

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
  for (const [kind, usPerKb] of outputCosts()) process.stdout.write(`outputs, ${kind}: ${usPerKb.toFixed(0)} µs/kB\n`);
  return holds;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ok = benchAbuse(resolve(process.argv[2] ?? '../shared/data'));
  process.exitCode = ok ? 0 : 1;
}
