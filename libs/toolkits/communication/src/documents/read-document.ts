import { plainTextOf } from '../content/plain-text-of.js';
import { type Archive, isArchive, openArchive } from './archive.js';
import { Collected, type DocumentText } from './document-text.js';
import { isOffice, officeText } from './office-text.js';
import { isPdf, pdfText } from './pdf-text.js';

/** Archives inside archives are not opened. */
const maxDepth = 1;

/** The text of a PDF, a document of Office or OpenDocument, or a ZIP archive of such files and of text; null for anything else. */
export async function readDocument(content: Uint8Array, depth = 0): Promise<DocumentText | null> {
  try {
    if (isPdf(content)) return await pdfText(content);
    if (!isArchive(content)) return null;
    const archive = openArchive(content);
    if (isOffice(archive.names)) return officeText(archive);
    return depth < maxDepth ? await archiveText(archive, depth) : null;
  } catch {
    // Damaged or encrypted: nobody can examine it here.
    return null;
  }
}

async function archiveText(archive: Archive, depth: number): Promise<DocumentText> {
  const collected = new Collected();
  const parts = archive.read((name) => !name.endsWith('/'));
  if (parts === null) collected.miss();
  for (const [name, part] of Object.entries(parts ?? {})) {
    const document = await readDocument(part, depth + 1);
    const text = document?.text ?? plainTextOf(part);
    if (text === null || document?.isComplete === false) collected.miss();
    collected.add(`${name}\n${text ?? ''}\n`);
  }
  return collected.of('archive');
}
