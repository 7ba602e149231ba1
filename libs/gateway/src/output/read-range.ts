import { type KeptOutputView, parseExactJson, type RangeUnit } from '@assay/contracts';
import { type Failure, fail, isObject, ok, pointerStep, type Result } from '@assay/kernel';
import type { KeptContent } from './kept-outputs.js';
import { type AskedRange, parseRange } from './parse-range.js';
import { valueAt } from './pick-fields.js';

export type Slice = Pick<KeptOutputView, 'range' | 'encoding' | 'content' | 'next'>;

/** Most bytes of one answer; what is longer is given in parts. */
export const maxSlice = 256 * 1024;
/** Lists that an error names. */
const listsNamed = 5;

type Kept = Pick<KeptContent, 'content' | 'isBinary' | 'mediaType'>;

/**
 * A part of what is kept. `bytes` are those of the text, which are given as whole characters, or of the binary content;
 * `items` are those of a JSON list, `at` a pointer when it is not the whole; `lines` those of a text. Without a range, the
 * whole, or as much of its beginning as fits an answer. `next` is the range that follows.
 */
export function readRange(kept: Kept, asked: string | undefined, at: string | undefined): Result<Slice, Failure> {
  if (asked === undefined) return at === undefined ? ok(whole(kept)) : items(kept, { first: 0, last: undefined }, at);
  const range = parseRange(asked);
  if (!range.ok) return range;
  if (at !== undefined && range.value.unit !== 'items')
    return fail('invalid_request', '/query/at names a list: read it with range=items=….', {
      issues: [{ path: '/query/at', message: 'applies only to items' }],
    });
  if (range.value.unit === 'items') return items(kept, range.value, at ?? '');
  return range.value.unit === 'lines' ? lines(kept, range.value) : bytes(kept, range.value);
}

function whole(kept: Kept): Slice {
  const content = bytesOf(kept);
  if (!isJson(kept) || content.length > maxSlice) return byteSlice(kept, content, 0, content.length - 1);
  const range = { unit: 'bytes' as const, first: 0, last: content.length - 1, total: content.length };
  return { range, encoding: 'json', content: parseExactJson(kept.content), next: null };
}

function bytes(kept: Kept, asked: AskedRange): Result<Slice, Failure> {
  const content = bytesOf(kept);
  const ends = endsOf(asked, content.length, 'bytes');
  return ends.ok ? ok(byteSlice(kept, content, ends.value.first, ends.value.last)) : ends;
}

function byteSlice(kept: Kept, content: Buffer, from: number, to: number): Slice {
  const limit = Math.min(to, from + maxSlice - 1);
  const first = kept.isBinary ? from : beginning(content, from);
  const last = kept.isBinary ? limit : ending(content, limit);
  const part = content.subarray(first, last + 1);
  const encoding = kept.isBinary ? 'base64' : 'text';
  return {
    range: { unit: 'bytes', first, last, total: content.length },
    encoding,
    content: part.toString(kept.isBinary ? 'base64' : 'utf8'),
    next: following('bytes', last, to, content.length),
  };
}

function lines(kept: Kept, asked: AskedRange): Result<Slice, Failure> {
  if (kept.isBinary || isJson(kept))
    return fail(
      'range_not_satisfiable',
      `It is ${kept.mediaType}, which has no lines: read it by ${isJson(kept) ? 'items or bytes' : 'bytes'}.`,
    );
  const all = kept.content.split('\n');
  const ends = endsOf(asked, all.length, 'lines');
  if (!ends.ok) return ends;
  const taken = takeWhileShort(all, ends.value, (line) => Buffer.byteLength(line) + 1);
  if (taken === undefined) return tooLong('lines', ends.value.first);
  return ok(slice('lines', 'text', taken.items.join('\n'), { ...ends.value, taken: taken.items.length }, all.length));
}

function items(kept: Kept, asked: Omit<AskedRange, 'unit'>, at: string): Result<Slice, Failure> {
  if (!isJson(kept))
    return fail(
      'range_not_satisfiable',
      `It is ${kept.mediaType}, which has no items: read it by ${kept.isBinary ? 'bytes' : 'lines or bytes'}.`,
    );
  const document: unknown = parseExactJson(kept.content);
  const list = at === '' ? document : valueAt(document, at);
  if (!Array.isArray(list)) return fail('range_not_satisfiable', noList(document, at));
  const ends = endsOf(asked, list.length, 'items');
  if (!ends.ok) return ends;
  const taken = takeWhileShort(list, ends.value, (item) => Buffer.byteLength(JSON.stringify(item)) + 1);
  if (taken === undefined) return tooLong('items', ends.value.first);
  return ok(slice('items', 'json', taken.items, { ...ends.value, taken: taken.items.length }, list.length));
}

function slice(
  unit: RangeUnit,
  encoding: Slice['encoding'],
  content: unknown,
  { first, last, taken }: { first: number; last: number; taken: number },
  total: number,
): Slice {
  const end = first + taken - 1;
  return { range: { unit, first, last: end, total }, encoding, content, next: following(unit, end, last, total) };
}

interface Ends {
  readonly first: number;
  readonly last: number;
}

/** What is asked for, within what there is. Of nothing, the beginning is nothing; anything behind the end is refused. */
function endsOf({ first, last }: Omit<AskedRange, 'unit'>, total: number, unit: RangeUnit): Result<Ends, Failure> {
  if (first === undefined) return ok({ first: Math.max(0, total - (last ?? 0)), last: total - 1 });
  if (first > 0 && first >= total) {
    const there = total === 0 ? `It has no ${unit}` : `It has ${total} ${unit}, 0 to ${total - 1}`;
    return fail('range_not_satisfiable', `${there}: there is nothing at ${first}.`, { data: { unit, total } });
  }
  return ok({ first, last: Math.min(last ?? total - 1, total - 1) });
}

/** As many from the first as fit an answer; undefined when not even one does. */
function takeWhileShort<T>(all: readonly T[], { first, last }: Ends, sizeOf: (item: T) => number) {
  const taken: T[] = [];
  let size = 0;
  for (let at = first; at <= last; at += 1) {
    const item = all[at] as T;
    size += sizeOf(item);
    if (size > maxSlice) return taken.length === 0 ? undefined : { items: taken };
    taken.push(item);
  }
  return { items: taken };
}

const tooLong = (unit: RangeUnit, at: number) =>
  fail(
    'range_not_satisfiable',
    `Of its ${unit}, number ${at} alone takes more than ${maxSlice} bytes: read it by bytes.`,
  );

/** The range behind a part; null when the part reaches as far as was asked and there is. */
const following = (unit: RangeUnit, last: number, wanted: number, total: number): string | null =>
  last + 1 >= total ? null : `${unit}=${last + 1}-${last < wanted ? wanted : ''}`;

function noList(document: unknown, at: string): string {
  const lists = isObject(document)
    ? Object.entries(document).flatMap(([name, value]) => (Array.isArray(value) ? [pointerStep(name)] : []))
    : [];
  const hint =
    lists.length === 0 ? 'read it by bytes' : `name one with at=, such as ${lists.slice(0, listsNamed).join(', ')}`;
  return `${at === '' ? 'The result itself' : `What is at ${at}`} is no list: ${hint}.`;
}

const isJson = ({ isBinary, mediaType }: Kept): boolean => !isBinary && mediaType.startsWith('application/json');
const bytesOf = ({ content, isBinary }: Kept): Buffer => Buffer.from(content, isBinary ? 'base64' : 'utf8');

/** Bytes of UTF-8 that go on with a character have the bits 10 in front. */
const goesOn = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function beginning(content: Buffer, at: number): number {
  let first = at;
  while (first > 0 && goesOn(content[first])) first -= 1;
  return first;
}

function ending(content: Buffer, at: number): number {
  let last = at;
  while (goesOn(content[last + 1])) last += 1;
  return last;
}
