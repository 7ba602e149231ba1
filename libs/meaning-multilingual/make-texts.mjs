/**
 * Writes the texts that make-table.py fits to: JSON lines `{text, vector}` with the vector of `@assay/meaning`.
 *
 *     node make-texts.mjs tools.jsonl ... > texts.jsonl
 *
 * The files hold JSON lines with `name` and `description`. Build the packages first (`npm run build`).
 */
import { readFileSync } from 'node:fs';
import { embedText, tokenTable } from '@assay/meaning';

/** Characters of a text that are read: the beginning says what a tool does. */
const maxLength = 600;

const words = (name) => name.replace(/[_.\-/{}]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');

for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { name = '', description = '' } = JSON.parse(line);
    const text = `${words(name)}\n${description}`.trim().slice(0, maxLength);
    const vector = embedText(text, tokenTable());
    if (vector !== null) process.stdout.write(`${JSON.stringify({ text, vector: [...vector] })}\n`);
  }
}
