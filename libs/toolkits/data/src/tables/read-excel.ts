import { Refusal } from '@assay/kit';
import { chosenColumns } from './chosen-columns.js';
import type { TablePart, TableRows } from './table-part.js';

/** Bytes that the parts of the workbook may have when they are decompressed, and how many parts there may be. */
const maxUncompressed = 64 * 1024 * 1024;
const maxParts = 2_000;

/** Reads rows of a sheet; its first row has the names. Formulas give the values that were stored with them. */
export async function readExcel(bytes: Uint8Array, { columns, sheet, offset, limit }: TablePart): Promise<TableRows> {
  await requireSmall(bytes);
  const { default: read } = await import('read-excel-file/node');
  let sheets: readonly { readonly sheet: string; readonly data: readonly (readonly unknown[])[] }[];
  try {
    sheets = await read(Buffer.from(bytes));
  } catch {
    throw new Refusal('The Excel file cannot be read: it is damaged, encrypted, or of the old format xls.');
  }
  const names = sheets.map((it) => it.sheet);
  const found = sheet === undefined ? sheets[0] : sheets.find((it) => it.sheet === sheet);
  if (found === undefined)
    throw new Refusal(`The file has no sheet "${sheet ?? ''}". Its sheets: ${names.slice(0, 50).join(', ')}.`);
  const [head = [], ...body] = found.data;
  const titles = uniqueNames(head);
  const chosen = chosenColumns(titles, columns);
  const rows = body
    .slice(offset, offset + limit)
    .map((row) => Object.fromEntries(chosen.map((it) => [it, row[titles.indexOf(it)] ?? null])));
  return { columns: chosen, rows, totalRows: body.length, sheets: names };
}

/** Names as they are; a second column of the same name is numbered, and so is one without a name. */
function uniqueNames(head: readonly unknown[]): string[] {
  const taken = new Set<string>();
  return head.map((it, at) => {
    const wanted = it === null || it === undefined || it === '' ? `column_${at + 1}` : String(it);
    let unique = wanted;
    for (let number = 2; taken.has(unique); number += 1) unique = `${wanted}_${number}`;
    taken.add(unique);
    return unique;
  });
}

/** The directory of the archive is read before anything is decompressed. */
async function requireSmall(bytes: Uint8Array): Promise<void> {
  const { unzipSync } = await import('fflate');
  let [total, parts] = [0, 0];
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        parts += 1;
        return false;
      },
    });
  } catch {
    throw new Refusal('The file is no Excel workbook (xlsx).');
  }
  if (parts > maxParts || total > maxUncompressed)
    throw new Refusal(
      `The workbook has ${total} bytes when decompressed; at most ${maxUncompressed}. Save a smaller part.`,
    );
}
