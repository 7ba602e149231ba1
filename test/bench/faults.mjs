/**
 * Which class the error texts of real agents' calls of real MCP servers get, against labels by hand: a confusion matrix for
 * each server, and what the classifier would say of the results that are no errors (a gateway never asks it about those).
 *
 *     node test/bench/faults.mjs [folder of the data sets]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorTable } from '@assay/contracts';
import { classifyText, faultKinds, faultPhrases, textClassifier } from '@assay/gateway';

const labelsFile = new URL('../fixtures/upstream-faults/livemcp-labels.json', import.meta.url);

const readLines = (path) => readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);

/** The upstream's own text in a recorded result: the record is a Python repr around JSON, cut at 240 characters. */
export function saidIn(recorded) {
  const outer = /text=(['"])([\s\S]*)/.exec(recorded)?.[2] ?? recorded;
  const text = outer.replace(/', annotations=[\s\S]*$|", annotations=[\s\S]*$/, '');
  const inner = /"text": "([\s\S]*)/.exec(text)?.[1]?.replace(/",\\n\s+"annotations[\s\S]*$/, '') ?? text;
  return inner.replaceAll(/\\+n/g, '\n').replaceAll(/\\+(["'])/g, '$1');
}

/**
 * Phrases that were added after the texts had been read, with the servers in whose texts they occur. All others were written
 * before. A held-out server is judged without the phrases that come from it alone.
 */
const learnt = JSON.parse(
  readFileSync(new URL('../fixtures/upstream-faults/learnt-phrases.json', import.meta.url), 'utf8'),
);

function classifierWithout(server) {
  const dropped = new Set(
    Object.entries(learnt)
      .filter(([, servers]) => servers.every((it) => it === server))
      .map(([phrase]) => phrase),
  );
  return textClassifier(faultPhrases.map(([kind, phrases]) => [kind, phrases.filter((it) => !dropped.has(it))]));
}

const serverOf = (toolId) => toolId.replace(/^mcp:/, '').replace(/\/[^/]*$/, '');
const classOf = (kind) => errorTable[faultKinds[kind].code].class;

export function judgeCalls(data, classify = classifyText) {
  const labels = new Map();
  for (const [label, ids] of Object.entries(JSON.parse(readFileSync(labelsFile, 'utf8'))))
    if (Array.isArray(ids)) for (const id of ids) labels.set(id, label);
  const schemas = new Map(
    readLines(join(data, 'retrieval/livemcp/tools.jsonl')).map((it) => [it.id, it.input_schema ?? {}]),
  );
  return readLines(join(data, 'traces/livemcp_call_events.jsonl')).map((row) => {
    const properties = Object.keys(schemas.get(row.tool_id)?.properties ?? {});
    const found = classify(saidIn(row.result_head), { input: row.arguments ?? {}, properties });
    return { ...row, server: serverOf(row.tool_id), label: labels.get(row.seq), found, judged: classOf(found.kind) };
  });
}

const tally = (rows) => {
  const counts = new Map();
  for (const { label, judged } of rows)
    counts.set(`${label} as ${judged}`, (counts.get(`${label} as ${judged}`) ?? 0) + 1);
  return [...counts].map(([pair, count]) => `${pair}: ${count}`).join(', ');
};

export async function run({ data }) {
  if (!existsSync(join(data, 'traces/livemcp_call_events.jsonl'))) {
    console.log(`faults bench skipped: no data sets in ${data}; give their folder as an argument`);
    return [];
  }
  const judged = judgeCalls(data);
  const good = judged.filter(({ outcome }) => outcome === 'ok');
  const servers = [...new Set(judged.filter(({ label }) => label !== undefined).map((it) => it.server))].sort();
  const failed = servers.flatMap((server) =>
    judgeCalls(data, classifierWithout(server)).filter((it) => it.label !== undefined && it.server === server),
  );
  console.log('\nClass by hand as class found, each server judged without the phrases learnt from it:');
  for (const server of servers) console.log(`  ${server}: ${tally(failed.filter((it) => it.server === server))}`);
  for (const it of failed.filter(({ label, judged }) => label !== judged))
    console.log(`  wrong: #${it.seq} of ${it.server}, ${it.label} as ${it.judged} (${it.found.because})`);
  console.log(`  good results, were they errors: ${tally(good.map((it) => ({ ...it, label: 'good' })))}`);
  const right = (rows) => rows.filter(({ label, judged }) => label === judged).length / rows.length;
  const toolAtFault = ['transient', 'server', 'rate_limited'];
  return [
    { name: 'failed calls right, each server held out', value: right(failed), unit: 'share' },
    { name: 'failed calls right', value: right(judged.filter(({ label }) => label !== undefined)), unit: 'share' },
    { name: 'failed calls', value: failed.length, unit: 'calls' },
    { name: 'good results', value: good.length, unit: 'calls' },
    {
      name: 'good results that would read as a failure of the tool',
      value: good.filter((it) => toolAtFault.includes(it.judged)).length,
      unit: 'calls',
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value } of await run({ data: process.argv[2] ?? '../shared/data' })) console.log(name, value);
}
