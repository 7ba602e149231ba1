import { strToU8, zipSync } from 'fflate';

/** A PDF with one page for each text; an empty text makes an empty page. */
export function pdfOf(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const content = text === '' ? '' : `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

const contentTypes = { '[Content_Types].xml': '<Types/>' };

/** A document whose paragraphs consist of the given pieces, each formatted by itself. */
export const docxOf = (
  paragraphs: readonly (readonly string[])[],
  more: Readonly<Record<string, string>> = {},
): Buffer =>
  zipOf({
    ...contentTypes,
    'word/document.xml': `<w:document><w:body>${paragraphs
      .map((pieces) => `<w:p>${pieces.map((it) => `<w:r><w:rPr/><w:t>${it}</w:t></w:r>`).join('')}</w:p>`)
      .join('')}</w:body></w:document>`,
    'word/styles.xml': '<w:styles><w:style>never shown</w:style></w:styles>',
    'word/media/logo.png': 'a picture',
    ...more,
  });

/** A workbook with one text, by reference, and one number. */
export const xlsxOf = (text: string, value: string): Buffer =>
  zipOf({
    ...contentTypes,
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>${value}</v></c></row></sheetData></worksheet>`,
  });
