import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { suggestCapabilities } from '../suggest-capabilities.js';
import { judgedTools } from './judged-tools.fixture.js';
import { seededTaxonomy } from './seeded-taxonomy.js';

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const files = [
  'catalog/mcp_tools.jsonl',
  'catalog/openapi_5k.jsonl',
  'retrieval/stabletoolbench/tools.jsonl',
  'retrieval/sealtools/tools.jsonl',
];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

const isHere = files.every((file) => existsSync(join(shared, file)));
const here = isHere ? describe : describe.skip;
const name = isHere ? 'suggestions for real tools' : `real tools are not in ${shared}: set ASSAY_SHARED_DATA to judge`;

it('is judged by capabilities of the first set', () => {
  for (const tag of Object.values(judgedTools).flat())
    expect([tag, seededTaxonomy().row(tag)?.tag]).toEqual([tag, tag]);
  expect(Object.keys(judgedTools)).toHaveLength(60);
});

here(name, () => {
  const rows = (file: string): Row[] =>
    readFileSync(join(shared, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const suggest = (row: Row) => suggestCapabilities(row.name, row.description ?? '');

  it.each(files)('has some for nearly every second one of %s', (file) => {
    const all = rows(file);
    expect(all.filter((row) => suggest(row).length > 0).length / all.length).toBeGreaterThan(0.45);
  });

  it('is right for three of four that were judged', () => {
    const judged = files.flatMap(rows).filter(({ id }) => judgedTools[id] !== undefined);
    const made = judged.flatMap((row) =>
      suggest(row)
        .slice(0, 1)
        .map((tag) => ({ row, tag })),
    );
    const right = made.filter(({ row, tag }) => judgedTools[row.id]?.includes(tag));
    expect(made.length).toBeGreaterThan(50);
    expect(right.length / made.length).toBeGreaterThan(0.75);
  });
});
