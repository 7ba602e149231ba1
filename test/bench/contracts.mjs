/**
 * Schemas and inputs of real tools against publishing and the gateway's check: how many valid inputs pass, and how many
 * schemas that are no JSON Schema are refused at publish, with a reason and a place each.
 *
 *     node test/bench/contracts.mjs [folder of the data sets]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repairInput } from '@assay/gateway';
import { compileSchema } from '@assay/json-schema';
import { checkManifest } from '@assay/registry';

const readLines = (path) => readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);

const manifest = (inputSchema) => ({
  name: 'bench/tool',
  version: '1.0.0',
  description: 'A tool.',
  inputSchema,
  protocol: 'http',
  endpoint: { url: 'https://tool.example/' },
});

/** Valid inputs that pass as they are; those that rules would change although they fit are counted, too. */
function valid(path) {
  const counts = { 'valid inputs': 0, 'valid inputs that pass': 0, 'valid inputs that rules would change': 0 };
  for (const { input_schema: schema, arguments: input } of readLines(path)) {
    counts['valid inputs'] += 1;
    if (!checkManifest(manifest(schema)).ok || compileSchema(schema)(input).length > 0) continue;
    counts['valid inputs that pass'] += 1;
    if (repairInput(schema, input) !== undefined) counts['valid inputs that rules would change'] += 1;
  }
  return counts;
}

function broken(path) {
  const counts = { 'broken schemas': 0, 'broken schemas refused with place and reason': 0 };
  for (const { input_schema: schema } of readLines(path)) {
    counts['broken schemas'] += 1;
    const checked = checkManifest(manifest(schema));
    const isReported =
      !checked.ok && checked.error.every((it) => it.path.startsWith('/inputSchema') && it.message !== '');
    if (isReported) counts['broken schemas refused with place and reason'] += 1;
  }
  return counts;
}

export async function run({ data }) {
  const folder = join(data, 'validation');
  if (!existsSync(folder)) {
    console.log(`contracts bench skipped: no data sets in ${data}; give their folder as an argument`);
    return [];
  }
  const counts = {
    ...valid(join(folder, 'bfcl_valid_calls.jsonl')),
    ...broken(join(folder, 'invalid_schemas.jsonl')),
  };
  return Object.entries(counts).map(([name, value]) => ({ name, value, unit: '' }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value } of await run({ data: process.argv[2] ?? '../shared/data' }))
    console.log(name.padEnd(48), value);
}
