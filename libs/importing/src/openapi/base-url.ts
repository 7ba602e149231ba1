import { withoutEnd } from '@assay/kernel';
import { isJson, type Json, jsonOf, listOf } from './document.js';

/**
 * The address of the first server in a list, with the defaults of its variables and without a trailing slash; undefined
 * when it is not an http(s) address. Relative ones are resolved against the document's address.
 */
export function baseUrlOf(servers: unknown, documentAddress: string | null): string | undefined {
  const first = listOf(servers).filter(isJson)[0];
  const template = typeof first?.url === 'string' ? first.url : '/';
  const variables = jsonOf(first?.variables);
  const text = template.replaceAll(/\{([^{}]+)\}/g, (whole, name) => defaultOf(variables[name]) ?? whole);
  if (/[{}\s]/.test(text)) return undefined;
  const url = URL.parse(text, documentAddress ?? undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return `${url.origin}${withoutEnd(url.pathname, '/')}`;
}

function defaultOf(variable: unknown): string | undefined {
  const { default: value } = jsonOf(variable) as Json;
  return typeof value === 'string' ? value : undefined;
}
