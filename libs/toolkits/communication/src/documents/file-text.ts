import { plainTextOf } from '../content/plain-text-of.js';
import { isArchive } from './archive.js';
import type { DocumentText } from './document-text.js';
import type { Documents } from './documents.js';
import { isPdf } from './pdf-text.js';

export type FileText = Pick<DocumentText, 'text' | 'isComplete'>;

/** Whether a file begins as a document does. A PDF may consist of printable characters and still is no plain text. */
export const looksLikeDocument = (content: Uint8Array): boolean => isPdf(content) || isArchive(content);

/** What can be read of a file; null when it is neither text nor a document. */
export async function textOfFile(
  content: Uint8Array,
  documents: Pick<Documents, 'read'>,
  signal: AbortSignal,
): Promise<FileText | null> {
  const document = looksLikeDocument(content) ? await documents.read(content, signal) : null;
  if (document !== null) return document;
  const text = plainTextOf(content);
  return text === null ? null : { text, isComplete: true };
}
