/** The one table at the end. A row is `{name, value, unit, ratio?, against?, target?, note?}`. */
import { reaches, wordsOf } from './targets.mjs';

const shown = (value) => {
  if (!Number.isFinite(value)) return 'unknown';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) < 10 ? 3 : 1);
};

const verdictOf = (row) => {
  const reached = reaches(row);
  return reached === undefined ? '' : `${reached ? 'reached' : 'MISSED'} (${wordsOf(row.target)})`;
};

function lineOf(row, width) {
  const ratio = row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} × ${row.against ?? 'peer'}`;
  const cells = [
    row.name.padEnd(width),
    shown(row.value).padStart(9),
    row.unit.padEnd(12),
    ratio.padEnd(24),
    verdictOf(row),
  ];
  const note = row.note ? `\n  ${row.note}` : '';
  return cells.join('  ').trimEnd() + note;
}

/** Prints sections `{title, rows}` with common columns. */
export function printReport(sections, seconds) {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  const width = Math.max(0, ...filled.flatMap(({ rows }) => rows.map(({ name }) => name.length)));
  const print = (text) => process.stdout.write(`${text}\n`);
  for (const { title, rows } of filled) {
    print(`\n${title}`);
    for (const row of rows) print(lineOf(row, width));
  }
  const judged = filled.flatMap(({ rows }) => rows.map(reaches)).filter((it) => it !== undefined);
  print(`\n${judged.filter(Boolean).length} of ${judged.length} targets reached, ${seconds} s in all`);
}
