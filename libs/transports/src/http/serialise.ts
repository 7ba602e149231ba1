import type { UpstreamTool } from '@assay/importing';
import { isObject } from '@assay/kernel';

/** How one operation is called. */
export type HttpCall = NonNullable<UpstreamTool['http']>;
export type Encoding = NonNullable<HttpCall['encodings']>[string];

/** A name and a value on the wire, neither encoded yet. */
export type Pair = readonly [name: string, value: string];

/** A value as text: what is no object or list as itself, the rest as JSON. Null is the empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Members of an object that have a value. */
const membersOf = (value: Readonly<Record<string, unknown>>): Pair[] =>
  Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, textOf(member)] as const]));

/**
 * One property as pairs of a query string or form (OpenAPI 3, "style values"). Without a style, a list is one pair for
 * each of its items and an object is JSON. A null is left out.
 */
export function toPairs(name: string, value: unknown, { style, explode }: Encoding): Pair[] {
  if (value === null || value === undefined) return [];
  if (style === 'json') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return listPairs(name, value.map(textOf), style, explode ?? (style ?? 'form') === 'form');
  if (!isObject(value) || style === undefined) return [[name, textOf(value)]];
  if (style === 'deepObject') return deepPairs(name, value);
  if (style === 'form' && explode !== false) return membersOf(value);
  return [
    [
      name,
      membersOf(value)
        .flat()
        .join(delimiters[style] ?? ','),
    ],
  ];
}

function listPairs(name: string, items: readonly string[], style: Encoding['style'], explode: boolean): Pair[] {
  if (explode || style === 'deepObject') return items.map((item) => [name, item]);
  return items.length === 0 ? [] : [[name, items.join(delimiters[style ?? 'form'] ?? ',')]];
}

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** `filter[price][min]=1`; a list repeats its name. */
const deepPairs = (name: string, value: unknown): Pair[] => {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(name, item));
  if (isObject(value)) return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
  return value === null || value === undefined ? [] : [[name, textOf(value)]];
};

/** One property as a single text, for a path segment, header or cookie: `encode` is applied to names and values. */
export function toText(value: unknown, { style, explode }: Encoding, encode: (text: string) => string): string {
  if (style === 'json') return encode(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(',');
  if (!isObject(value) || style === undefined) return encode(textOf(value));
  const members = membersOf(value).map((pair) => pair.map(encode));
  return members.map((pair) => pair.join(explode === true ? '=' : ',')).join(',');
}

/** A path parameter in its style: `simple`, `.label` or `;matrix=`. */
export function toSegment(name: string, value: unknown, encoding: Encoding): string {
  const { style, explode } = encoding;
  if (style !== 'label' && style !== 'matrix') return toText(value, encoding, encodeSegment);
  const parts = segmentParts(value, explode === true);
  if (style === 'label') return parts.map(([key, text]) => `.${key === null ? '' : `${key}=`}${text}`).join('');
  return parts.map(([key, text]) => `;${key ?? encodeSegment(name)}=${text}`).join('');
}

/** What stands between the delimiters, encoded; `null` for a part without a name of its own. */
function segmentParts(value: unknown, explode: boolean): [string | null, string][] {
  if (!explode) return [[null, toText(value, { style: 'simple' }, encodeSegment)]];
  if (Array.isArray(value)) return value.map((item) => [null, encodeSegment(textOf(item))]);
  if (!isObject(value)) return [[null, encodeSegment(textOf(value))]];
  return membersOf(value).map(([key, text]) => [encodeSegment(key), encodeSegment(text)]);
}

/** Percent-encodes everything but letters, digits and `-._~`, so that nothing can end a segment, name or value. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const queryText = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`).join('&');

/** As HTML forms are sent: like a query, with `+` for a space. */
export const formText = (pairs: readonly Pair[]): string => queryText(pairs).replaceAll('%20', '+');
