/**
 * How learning grows over 1,000 tasks of agent traces: tasks are drawn from the LiveMCP traces with a fixed seed, and each
 * is worded differently (a word stays with a chance of 60 %). The agent calls the tools that the trace calls for the task,
 * if they are among the ten shown, with the trace's outcome. NDCG@10 by block of 100 tasks: without learning, with one
 * caller, and with ten callers in turn, who learn from each other by bounded shares only.
 *
 * The 1,000 tasks repeat those of the traces (their number is printed): this is the curve of recurring work.
 *
 * node test/bench/discovery/learning-curve.mjs [folder of the data sets]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SharedMemory, standings, withLearnt } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { readTerms } from './learning.mjs';
import { ndcg } from './ndcg.mjs';
import { numbers } from './numbers.mjs';
import { audience, hasData, retrievalSet } from './real-tools.mjs';

const tasks = 1_000;
const blockSize = 100;
const shownTools = 10;
const keptWords = 0.6;
const startedAt = Date.UTC(2026, 0, 1);
const betweenMs = 60_000;

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Each task's tools as the trace called them, with whether any call of the tool succeeded. */
function callsByTask(data) {
  const calls = new Map();
  for (const { task_id: task, tool_id: tool, outcome } of linesOf(join(data, 'traces/livemcp_call_events.jsonl'))) {
    const tools = calls.get(task) ?? new Map();
    tools.set(tool, (tools.get(tool) ?? false) || outcome === 'ok');
    calls.set(task, tools);
  }
  return calls;
}

async function streamOf(data) {
  const { documents, queries } = retrievalSet(data, 'livemcp');
  const ids = linesOf(join(data, 'retrieval/livemcp/queries.dev.jsonl')).map(({ id }) => id.replace(/^mcp:/, ''));
  const known = new Map(
    linesOf(join(data, 'retrieval/livemcp/tools.jsonl')).map(({ id }, at) => [id, documents[at].id]),
  );
  const calls = callsByTask(data);
  const traced = queries.flatMap((query, at) => {
    const made = [...(calls.get(ids[at]) ?? [])].flatMap(([tool, ok]) =>
      known.has(tool) ? [[known.get(tool), ok]] : [],
    );
    return made.length === 0 ? [] : [{ ...query, calls: new Map(made) }];
  });
  const index = new EmbeddedToolIndex();
  await index.put(documents);
  const next = numbers(11);
  const stream = [];
  for (let turn = 0; turn < tasks; turn += 1) {
    const task = traced[Math.floor(next() * traced.length)];
    const text =
      task.query
        .split(/\s+/)
        .filter(() => next() < keptWords)
        .join(' ') || task.query;
    const { candidates } = await index.search({ text, capabilities: [], audience, limit: 200 });
    stream.push({ text, relevant: task.relevant, calls: task.calls, candidates });
  }
  return { stream, distinct: traced.length };
}

/** NDCG@10 of each task, with so many callers in turn. */
function replay(stream, callers) {
  const memory = new SharedMemory(readTerms);
  return stream.map(({ text, relevant, calls, candidates }, turn) => {
    const by = `caller ${turn % callers}`;
    const now = startedAt + turn * betweenMs;
    const judged = memory.judge(
      readTerms(text),
      candidates.map(({ id }) => id),
      by,
      now,
    );
    const ranked = withLearnt(candidates, judged, memory.level(by, now)).map(({ id }) => id);
    const shown = ranked.slice(0, shownTools);
    const worth = standings(candidates, judged, shown);
    for (const tool of shown.filter((id) => calls.has(id)))
      memory.add({
        ...{ id: `${turn} ${tool}`, organisationId: 'bench', principalId: by, searchId: `${turn}`, task: text, tool },
        ...{ succeeded: calls.get(tool), weight: 1, shown, standing: worth.get(tool), at: now },
      });
    return ndcg(ranked, relevant);
  });
}

const blocks = (values) =>
  Array.from({ length: values.length / blockSize }, (_, n) => {
    const block = values.slice(n * blockSize, (n + 1) * blockSize);
    return (100 * block.reduce((sum, value) => sum + value, 0)) / block.length;
  });

/** Rows `{name, value, unit}`; none when the data sets are absent. */
export async function run({ data }) {
  if (!hasData(data)) return [];
  const { stream, distinct } = await streamOf(data);
  const without = blocks(
    stream.map(({ candidates, relevant }) =>
      ndcg(
        candidates.map(({ id }) => id),
        relevant,
      ),
    ),
  );
  const [one, ten] = [blocks(replay(stream, 1)), blocks(replay(stream, 10))];
  const rows = [{ name: 'learning curve: distinct tasks in the traces', value: distinct, unit: '' }];
  for (let at = 0; at < without.length; at += 1) {
    const label = `learning curve NDCG@10, tasks ${at * blockSize + 1} to ${(at + 1) * blockSize}`;
    rows.push(
      { name: `${label}, without`, value: without[at], unit: '%' },
      { name: `${label}, one caller`, value: one[at], unit: '%' },
      { name: `${label}, ten callers`, value: ten[at], unit: '%' },
    );
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value, unit } of await run({ data: process.argv[2] ?? '../shared/data' }))
    console.log(`${name.padEnd(62)} ${value.toFixed(2).padStart(8)} ${unit}`);
}
