import { withoutEnd } from '@assay/kernel';
import { textOf } from './document.js';

/**
 * A tag of an OpenAPI document as a capability: its words in lower case, joined by hyphens; dots and slashes separate
 * the levels. Undefined when nothing remains.
 */
export function tagCapability(tag: unknown): string | undefined {
  const text = textOf(tag)
    ?.normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const levels = (text ?? '').split(/[./]+/).map((level) => level.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''));
  const joined = levels
    .filter((level) => level !== '')
    .join('.')
    .slice(0, 100);
  const tagged = withoutEnd(joined, '-.');
  return tagged === '' ? undefined : tagged;
}
