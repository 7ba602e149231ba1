import { Collected, type DocumentText } from './document-text.js';

const maxPages = 300;
const maxImagePixels = 1_000_000;

interface Page {
  getTextContent(): Promise<{ items: readonly object[] }>;
  getAnnotations(): Promise<readonly Annotation[]>;
}

interface Annotation {
  readonly contentsObj?: { readonly str?: string };
  readonly fieldValue?: unknown;
  readonly url?: string;
}

export const isPdf = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 1_024)).includes('%PDF-');

/**
 * The text of a PDF: title and author, then each page with its notes, links and form fields. A page without text counts
 * as unread, because it may be a picture of text; so does a file inside the document.
 */
export async function pdfText(content: Uint8Array): Promise<DocumentText> {
  const { getDocumentProxy } = await import('unpdf');
  const collected = new Collected();
  const pdf = await getDocumentProxy(new Uint8Array(content), {
    maxImageSize: maxImagePixels,
    stopAtErrors: true,
    verbosity: 0,
  });
  try {
    const { info } = await pdf.getMetadata();
    for (const it of Object.values(info)) if (typeof it === 'string') collected.add(`${it}\n`);
    if ((await pdf.getAttachments()) !== null || pdf.numPages > maxPages) collected.miss();
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && !collected.isFull; number += 1) {
      const text = await pageText((await pdf.getPage(number)) as unknown as Page);
      if (text.trim() === '') collected.miss();
      collected.add(`${text}\n`);
    }
    return collected.of('pdf');
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function pageText(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  const lines = items.map((it) => ('str' in it ? `${it.str}${'hasEOL' in it && it.hasEOL ? '\n' : ''}` : ''));
  const notes = (await page.getAnnotations()).flatMap(({ contentsObj, fieldValue, url }) => [
    contentsObj?.str,
    typeof fieldValue === 'string' ? fieldValue : undefined,
    url,
  ]);
  return [lines.join(''), ...notes.filter((it) => it !== undefined && it !== '')].join('\n');
}
