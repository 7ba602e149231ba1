import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseText } from './parse-text.js';

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data');
const folder = join(shared, 'retrieval');
const sets = ['bfcl', 'livemcp', 'metatool', 'sealtools', 'stabletoolbench'];

const here = existsSync(folder) ? describe : describe.skip;
const name = existsSync(folder)
  ? 'forms in real queries'
  : `real queries are not in ${folder}: set ASSAY_SHARED_DATA to read them`;

/** None of these queries is meant to hold a constraint: what is found is found wrongly. */
here(name, () => {
  it('are found in one of a thousand at most, and nothing else is changed', () => {
    const queries = sets.flatMap((set) =>
      readFileSync(join(folder, set, 'queries.dev.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { query: string }).query),
    );
    const parsed = queries.map((query) => ({ query, ...parseText(query) }));
    expect(parsed.filter(({ demands }) => demands.length > 0).length / parsed.length).toBeLessThanOrEqual(0.001);
    for (const { query, text, demands } of parsed) if (demands.length === 0) expect(text).toBe(query.trim());
  });
});
