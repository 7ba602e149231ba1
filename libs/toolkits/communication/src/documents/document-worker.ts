import type { DocumentText } from './document-text.js';
import { readDocument } from './read-document.js';

/** Reads one document, in a thread that is ended when it takes too long or too much memory. */
export default (content: Uint8Array): Promise<DocumentText | null> => readDocument(content);
