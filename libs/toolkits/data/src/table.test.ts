import { describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import writeExcel from 'write-excel-file/node';
import { compute } from './compute.fixture.js';

const base64 = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(bytes as Uint8Array).toString('base64');
const read = (input: Record<string, unknown>) => compute('table', input);

const parquet = base64(
  parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1n, 2n, 9_007_199_254_740_993n], type: 'INT64' },
      { name: 'name', data: ['Ann', null, 'Bo'], type: 'STRING' },
    ],
  }),
);
const excel = async (): Promise<string> =>
  base64(
    await writeExcel([
      [{ value: 'id' }, { value: 'when' }, { value: 'id' }],
      [{ value: 1 }, { value: new Date('2026-01-02T00:00:00Z'), format: 'yyyy-mm-dd' }, { value: 'x' }],
      [{ value: 2 }, null, { value: 'y' }],
    ]).toBuffer(),
  );

describe('table', () => {
  it('reads a page of chosen columns of Parquet, with exact numbers', async () => {
    expect(await read({ format: 'parquet', base64: parquet })).toMatchObject({
      columns: ['id', 'name'],
      rows: [
        { id: 1, name: 'Ann' },
        { id: 2, name: null },
        { id: '9007199254740993', name: 'Bo' },
      ],
      totalRows: 3,
    });
    expect(await read({ format: 'parquet', base64: parquet, columns: ['name'], offset: 2, limit: 5 })).toMatchObject({
      columns: ['name'],
      rows: [{ name: 'Bo' }],
      totalRows: 3,
      omitted: 2,
    });
  });

  it('reads a sheet of Excel by its first row', async () => {
    expect(await read({ format: 'excel', base64: await excel() })).toMatchObject({
      columns: ['id', 'when', 'id_2'],
      rows: [
        { id: 1, when: '2026-01-02T00:00:00.000Z', id_2: 'x' },
        { id: 2, when: null, id_2: 'y' },
      ],
      totalRows: 2,
      sheets: [expect.any(String)],
    });
  });

  it.each([
    ['parquet', 'no parquet at all', /cannot be read/],
    ['excel', 'no zip at all', /no Excel workbook/],
    ['excel', base64(zipSync({ 'a.txt': new Uint8Array(3) })), /cannot be read|no sheet/],
    [
      'excel',
      base64(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70 * 1024 * 1024) }, { level: 9 })),
      /when decompressed/,
    ],
    ['parquet', '§§', /not valid base64/],
  ])('refuses bad input of %s', async (format, text, message) => {
    const isPlain = /^no /.test(text);
    await expect(read({ format, base64: isPlain ? base64(Buffer.from(text)) : text })).rejects.toThrow(message);
  });

  it('names the columns and sheets that there are', async () => {
    await expect(read({ format: 'parquet', base64: parquet, columns: ['x'] })).rejects.toThrow(/id, name/);
    await expect(read({ format: 'excel', base64: await excel(), sheet: 'x' })).rejects.toThrow(/no sheet "x"/);
  });
});
