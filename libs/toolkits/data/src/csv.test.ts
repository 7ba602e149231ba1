import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compute } from './compute.fixture.js';

describe('csv', () => {
  it('parses quotes, line breaks in fields and a byte order mark', async () => {
    const text = '\ufeffid,note\r\n007,"says ""hi""\nthere"\r\n2,\r\n';
    expect(await compute('csv', { action: 'parse', text })).toMatchObject({
      columns: ['id', 'note'],
      rows: [
        { id: '007', note: 'says "hi"\nthere' },
        { id: '2', note: '' },
      ],
      totalRows: 2,
    });
  });

  it('converts only where nothing is lost', async () => {
    const text = 'a,b,c,d,e\n007,1.5,true,12345678901234567890,\n';
    expect(await compute('csv', { action: 'parse', text, types: true })).toMatchObject({
      rows: [{ a: '007', b: 1.5, c: true, d: '12345678901234567890', e: '' }],
    });
  });

  it('returns a page and chosen columns, and counts the rest', async () => {
    const text = `a;b\n${Array.from({ length: 20 }, (_, at) => `${at};x`).join('\n')}`;
    const found = await compute('csv', { action: 'parse', text, delimiter: ';', columns: ['a'], offset: 5, limit: 2 });
    expect(found).toMatchObject({ columns: ['a'], rows: [{ a: '5' }, { a: '6' }], totalRows: 20, omitted: 18 });
  });

  it('gives columns of the same name, or none, names of their own', async () => {
    expect(await compute('csv', { action: 'parse', text: 'a,a,\n1,2,3' })).toMatchObject({
      rows: [{ a: '1', a_2: '2', column_3: '3' }],
    });
  });

  it('writes objects and lists, and guards against formulas when asked', async () => {
    const rows = [
      { a: 1, b: 'x,y' },
      { b: '=1+1', c: { d: 1 } },
    ];
    expect(await compute('csv', { action: 'write', rows, formulas: 'escape' })).toMatchObject({
      text: 'a,b,c\r\n1,"x,y",\r\n,\'=1+1,"{""d"":1}"\r\n',
      totalRows: 2,
    });
    expect(await compute('csv', { action: 'write', rows: [[1, null]] })).toMatchObject({ text: '1,\r\n' });
  });

  it.each([
    [{ action: 'parse' }, /give the CSV/],
    [{ action: 'parse', text: 'a\n"open' }, /cannot be read/],
    [{ action: 'parse', text: 'a\n1', columns: ['b'] }, /no column "b"/],
    [{ action: 'write', rows: 1 }, /list/],
    [{ action: 'write', rows: [1] }, /Row 0/],
    [{ action: 'write', rows: [[1], {}] }, /either all/],
  ])('refuses %j', async (input, message) => {
    await expect(compute('csv', input)).rejects.toThrow(message);
  });

  it('reads what it wrote', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((it) => !it.includes('\ufeff'));
    const tables = fc.array(
      fc.tuple(
        cell.map((it) => `k${it}`),
        cell,
      ),
      { minLength: 1, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const { text } = await compute('csv', { action: 'write', rows: table });
        expect(await compute('csv', { action: 'parse', text, header: false })).toMatchObject({ rows: table });
      }),
    );
  });
});
