import { Parser } from 'htmlparser2';
import type { Archive } from './archive.js';
import { Collected, type DocumentText } from './document-text.js';

/** Parts that contain no words: how things look, and pictures. */
const wordless =
  /(?:^|\/)(?:theme|fonts|media|Pictures|Thumbnails)\/|\.rels$|\[Content_Types\]\.xml$|\.(?:png|jpe?g|gif|emf|wmf|svg|bmp|tiff?)$|^mimetype$/i;
const styles = /^(?:word|xl)\/(?:styles|fontTable|settings|webSettings)\.xml$/;

/** Whether the names of an archive's files are those of a document of Office or OpenDocument. */
export const isOffice = (names: readonly string[]): boolean =>
  names.includes('[Content_Types].xml') || (names.includes('mimetype') && names.includes('content.xml'));

/**
 * The text of a document, a workbook or a presentation (Office Open XML, OpenDocument): every part that has words,
 * headers, comments and properties too. Pictures are left out; a macro or another file inside counts as unread.
 */
export function officeText(archive: Archive): DocumentText {
  const collected = new Collected();
  const names = archive.names.filter((name) => !wordless.test(name) && !styles.test(name));
  if (names.some((name) => !name.endsWith('.xml'))) collected.miss();
  const wanted = new Set(names.filter((name) => name.endsWith('.xml')));
  const parts = archive.read((name) => wanted.has(name));
  if (parts === null) collected.miss();
  for (const name of Object.keys(parts ?? {}).sort()) {
    const part = parts?.[name];
    if (part !== undefined) collected.add(`${xmlText(new TextDecoder().decode(part))}\n`);
  }
  return collected.of('office');
}

/** Elements whose end is the end of a line, and those after which a tab separates them from the next. */
const lines = new Set([
  'w:p',
  'a:p',
  'text:p',
  'text:h',
  'row',
  'si',
  'table:table-row',
  'w:br',
  'a:br',
  'text:line-break',
]);
const cells = new Set(['c', 'w:tc', 'a:tc', 'table:table-cell', 'w:tab', 'text:tab']);

/** Pieces of one paragraph follow each other as a reader sees them, however they are formatted. */
function xmlText(xml: string): string {
  const text: string[] = [];
  let isReference = false;
  const parser = new Parser(
    {
      onopentag: (name, { t }) => {
        // A cell of this type holds the number of a text in another part.
        if (name === 'c') isReference = t === 's';
      },
      ontext: (piece) => {
        if (!isReference) text.push(piece);
      },
      onclosetag: (name) => {
        if (name === 'c') isReference = false;
        if (lines.has(name)) text.push('\n');
        else if (cells.has(name)) text.push('\t');
        else if (!name.includes(':') || /^(?:dc|cp|meta):/.test(name)) text.push(' ');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return text.join('');
}
