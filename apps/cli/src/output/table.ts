import type { Page } from './page.js';
import { padTo, widthOf, wrap } from './text.js';

const gap = '  ';
const minLastColumn = 24;

/** Lines of aligned columns under their headings. The last column takes the rest of the page and is wrapped. */
export function table(page: Page, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const last = headings.length - 1;
  const widths = headings.map((heading, column) => Math.max(...[heading, ...cells(rows, column)].map(widthOf)));
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room = Math.max(minLastColumn, page.width - before);
  const lines = rows.flatMap((row) => rowLines(row, widths, last, room));
  const head = headings.map((heading, column) => (column === last ? heading : padTo(heading, widths[column] ?? 0)));
  return [page.dim(head.join(gap)), ...lines].join('\n');
}

const cells = (rows: readonly (readonly string[])[], column: number): string[] => rows.map((row) => row[column] ?? '');

function rowLines(row: readonly string[], widths: readonly number[], last: number, room: number): string[] {
  const text = (row[last] ?? '').replace(/\s*\n\s*/g, ' ');
  const broken = Number.isFinite(room) ? wrap(text, room) : [text];
  return broken.map((piece, line) => {
    const cellsBefore = widths
      .slice(0, last)
      .map((width, column) => padTo(line === 0 ? (row[column] ?? '') : '', width));
    return [...cellsBefore, piece].join(gap).trimEnd();
  });
}

/** Names and values below each other, values aligned; pairs without a value are left out. */
export function pairs(page: Page, entries: readonly (readonly [string, string | undefined])[]): string {
  const present = entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  const width = Math.max(0, ...present.map(([name]) => widthOf(name)));
  const room = page.width - width - gap.length;
  return present
    .flatMap(([name, value]) => {
      const lines = Number.isFinite(room) ? wrap(value, room) : [value];
      return lines.map((line, index) => `${page.dim(padTo(index === 0 ? name : '', width))}${gap}${line}`.trimEnd());
    })
    .join('\n');
}
