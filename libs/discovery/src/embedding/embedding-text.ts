import { digestText } from '@assay/kernel';
import type { ToolDocument } from '../tool-index.js';

/**
 * Many embedding models read 512 tokens and no more, some endpoints refuse what is longer: so many characters of English
 * stay below that. A description that fills them leaves no room for parameters, which say the least.
 */
export const maxText = 2_000;

/** A text to be embedded, and the digest that it is kept by. */
export interface EmbeddingText {
  readonly text: string;
  readonly digest: string;
}

/** The text about a tool for an embedder: its name, description and inputs. Nothing about its audience. */
export function embeddingText(
  document: Pick<ToolDocument, 'name' | 'title' | 'description' | 'capabilities' | 'parameters'>,
): EmbeddingText {
  const { name, title, description, capabilities, parameters } = document;
  const text = [
    title === '' ? inWords(name) : `${title} (${inWords(name)})`,
    description,
    capabilities.map((tag) => tag.replaceAll('.', ' ')).join(', '),
    parameters.join(', '),
  ]
    .filter((line) => line !== '')
    .join('\n');
  const bounded = cut(text);
  return { text: bounded, digest: digestText(bounded) };
}

/** A query, bounded likewise. */
export const queryText = (text: string): string => cut(text.trim());

/** `createInvoice_v2` as `create Invoice v2`: models know words. */
const inWords = (name: string): string => name.replaceAll(/[_.-]+/g, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

/** Text that no UTF-8 has is not sent: half a character at the cut, or one that came so. */
const cut = (text: string): string => text.slice(0, maxText).toWellFormed();
