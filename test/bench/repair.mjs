/**
 * Validation and repair of inputs before the call, on real agents' calls of real tools: how many failing calls are
 * stopped, how many valid ones rejected, and how many inputs rules repair in their form (for every tool) and in their
 * meaning (for read-only tools).
 *
 * node test/bench/repair.mjs [folder of the data sets]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repairInput } from '@assay/gateway';
import { compileSchema } from '@assay/json-schema';

const readLines = (path) => readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);

/** Schemas of the tools that the calls name; those that are no JSON Schema have none. */
function validators(data) {
  const known = new Map();
  for (const { id, input_schema: schema } of readLines(join(data, 'retrieval/livemcp/tools.jsonl'))) {
    try {
      known.set(id, { schema, validate: compileSchema(schema) });
    } catch {
      known.delete(id);
    }
  }
  return known;
}

function judge({ schema, validate }, input) {
  if (validate(input).length === 0) return 'fits';
  const repair = repairInput(schema, input);
  if (repair === undefined || validate(repair.input).length > 0) return 'refused';
  return repair.edits.every(({ kind }) => kind === 'form') ? 'mended in form' : 'mended in meaning';
}

export async function run({ data }) {
  const path = join(data, 'traces/livemcp_call_events.jsonl');
  if (!existsSync(path)) {
    console.log(`repair bench skipped: no data sets in ${data}; give their folder as an argument`);
    return [];
  }
  const known = validators(data);
  const counts = { failing: {}, good: {} };
  for (const { tool_id: tool, arguments: input, outcome } of readLines(path)) {
    const schema = known.get(tool);
    if (schema === undefined) continue;
    const group = outcome === 'ok' ? counts.good : counts.failing;
    const verdict = judge(schema, input);
    group[verdict] = (group[verdict] ?? 0) + 1;
  }
  return Object.entries(counts).flatMap(([group, verdicts]) =>
    Object.entries(verdicts).map(([verdict, value]) => ({
      name: `real calls: ${group}, ${verdict}`,
      value,
      unit: 'calls',
    })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value } of await run({ data: process.argv[2] ?? '../shared/data' }))
    console.log(name.padEnd(44), value);
}
