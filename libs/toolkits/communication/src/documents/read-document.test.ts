import { afterAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { docxOf, pdfOf, xlsxOf, zipOf } from './documents.fixture.js';
import { Documents } from './documents.js';
import { readDocument } from './read-document.js';

const linesOf = async (content: Uint8Array) => (await readDocument(content))?.text.split('\n').map((it) => it.trim());

describe('reading documents', () => {
  it('reads the pages of a PDF', async () => {
    const document = await readDocument(pdfOf('Call +49 30 901820', 'Project Bluebird'));
    expect(document).toMatchObject({ kind: 'pdf', isComplete: true });
    expect(document?.text).toContain('Call +49 30 901820\nProject Bluebird');
  });

  it('counts a page without text as unread, since it may be a scan', async () => {
    expect(await readDocument(pdfOf('Front page', ''))).toMatchObject({ isComplete: false });
  });

  it('joins the pieces of a paragraph, however they are formatted, and reads headers and properties', async () => {
    const docx = docxOf([['+49 30 ', '901', '820'], ['Second']], {
      'word/header1.xml': '<w:hdr><w:p><w:r><w:t>Internal use only</w:t></w:r></w:p></w:hdr>',
      'docProps/core.xml': '<cp:coreProperties><dc:creator>Ann &amp; Bo</dc:creator></cp:coreProperties>',
    });
    expect(await linesOf(docx)).toEqual(['Ann & Bo', '+49 30 901820', 'Second', '', 'Internal use only']);
    expect(await readDocument(docx)).toMatchObject({ kind: 'office', isComplete: true });
  });

  it('reads texts and numbers of a workbook, but not the numbers that refer to texts', async () => {
    const text = (await readDocument(xlsxOf('Phone', '4930901820')))?.text;
    expect(text).toContain('Phone');
    expect(text).toContain('4930901820');
    expect(text).not.toMatch(/\b0\b/);
  });

  it('reads OpenDocument', async () => {
    const odt = zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': '<office:text><text:p>One <text:span>line</text:span></text:p></office:text>',
    });
    expect(await readDocument(odt)).toEqual({ kind: 'office', text: 'One line', isComplete: true });
  });

  it('opens an archive once, and says when something in it is no text', async () => {
    const inner = zipOf({ 'deep.txt': 'too deep' });
    const archive = { 'notes.txt': 'A note', 'offer.docx': docxOf([['An offer']]) };
    const read = await readDocument(zipOf(archive));
    expect(read).toMatchObject({ kind: 'archive', isComplete: true });
    expect(read?.text).toContain('A note');
    expect(read?.text).toContain('An offer');
    expect(await readDocument(zipOf({ ...archive, 'inner.zip': inner }))).toMatchObject({ isComplete: false });
    expect(await readDocument(zipOf({ ...archive, 'tool.exe': new Uint8Array([0, 1, 2]) }))).toMatchObject({
      isComplete: false,
    });
  });

  it('says that a document with a macro is not read wholly', async () => {
    expect(await readDocument(docxOf([['Text']], { 'word/vbaProject.bin': 'macro' }))).toMatchObject({
      text: 'Text',
      isComplete: false,
    });
  });

  it('does not decompress an archive that becomes too large', async () => {
    const bomb = Buffer.from(zipSync({ 'a.txt': new Uint8Array(40 * 1024 * 1024) }));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await readDocument(bomb)).toEqual({ kind: 'archive', text: '', isComplete: false });
  });

  it('gives null for what is no document or is damaged', async () => {
    const docx = docxOf([['Text']]);
    for (const content of [Buffer.from([1, 2, 3]), pdfOf('x').subarray(0, 40), docx.subarray(0, docx.length / 2)])
      expect(await readDocument(content)).toBeNull();
  });
});

describe('the thread that reads documents', () => {
  const documents = new Documents();
  afterAll(() => documents.close());

  it('answers as in the process, and stops for a caller that has gone', async () => {
    const pdf = pdfOf('From the thread');
    expect(await documents.read(pdf, new AbortController().signal)).toEqual(await readDocument(pdf));
    await expect(documents.read(pdf, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
