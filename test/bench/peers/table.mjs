/** Prints rows as one table: a line for each way through, a column for each figure. */

const columns = [
  ['throughput', 'calls/s', 0],
  ['ratio', '× better peer', 2],
  ['p50', 'p50 ms', 3],
  ['p99', 'p99 ms', 3],
  ['cpu', 'CPU ms/call', 3],
  ['memory', 'RSS MiB', 0],
  ['errors', 'errors', 0],
  ['added', 'p50 over stdio', 3],
];

function gather(rows) {
  const lines = new Map();
  for (const { name, value, ratio, note } of rows) {
    const [what, label] = name.split(': ');
    const line = lines.get(label) ?? {};
    const column = what.startsWith('p50 added') ? 'added' : what.split(' ')[0];
    Object.assign(line, { [column]: value }, ratio === undefined ? {} : { ratio }, note ? { note } : {});
    lines.set(label, line);
  }
  return lines;
}

const shown = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : '');

export function printTable(rows, title) {
  const lines = gather(rows);
  const width = Math.max(...[...lines.keys()].map(({ length }) => length));
  const cell = (text, [, heading]) => text.padStart(Math.max(heading.length, 8));
  const print = (text) => process.stdout.write(`${text}\n`);
  print(`\n${title}\n`);
  print(''.padEnd(width) + columns.map((column) => `  ${cell(column[1], column)}`).join(''));
  for (const [label, line] of lines) {
    print(
      label.padEnd(width) + columns.map((column) => `  ${cell(shown(line[column[0]], column[2]), column)}`).join(''),
    );
    if (line.note) print(`  first error: ${line.note}`);
  }
}
