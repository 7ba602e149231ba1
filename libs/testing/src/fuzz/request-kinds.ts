import fc from 'fast-check';
import { jsonType } from './fuzz-request.js';
import {
  longString,
  oddJson,
  oddQueries,
  oddSegments,
  oddStrings,
  prototypeKeys,
  wrongValue,
} from './hostile-values.js';
import { placesIn, pointerOf, withoutPlace, withValueAt } from './mutations.js';
import type { Operation } from './openapi-operations.js';
import { bodyKind, headerKind, json, kind, placeOf, type RequestKind, short } from './request-kind.js';
import { edgesOf } from './schema-values.js';

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'OPTIONS', 'HEAD'];

const kinds: readonly RequestKind[] = [
  kind(
    'fitting',
    () => fc.constant(null),
    () => [{}, ''],
  ),
  kind(
    'at a limit',
    ({ body }, { document }) => {
      const edges = edgesOf(document, body);
      return edges.length > 0 ? fc.constantFrom(...edges) : fc.constant({ path: [], value: {} });
    },
    ({ body }, { path, value }) => [
      { body: json(withValueAt(body, path, value)) },
      `${pointerOf(path)} is ${short(value)}`,
    ],
    true,
  ),
  bodyKind('wrong value', wrongValue),
  bodyKind('odd text', fc.constantFrom(...oddStrings)),
  bodyKind('long text', longString),
  kind(
    'missing part',
    () => fc.nat(),
    ({ body }, number) => {
      const place = placeOf(body, number);
      return [{ body: json(withoutPlace(body, place)) }, `without ${pointerOf(place) || 'nothing'}`];
    },
    true,
  ),
  kind(
    'extra part',
    () => fc.tuple(fc.constantFrom('unexpected', ' ', '', '$ref', ...prototypeKeys), fc.nat(), wrongValue),
    ({ body }, [key, number, value]) => {
      const objects = placesIn(body).filter((place) => Number.isNaN(Number(place.at(-1))));
      const place = [...(objects[number % Math.max(objects.length, 1)] ?? []), key];
      return [{ body: json(withValueAt(body, place, value)) }, `${pointerOf(place)} is ${short(value)}`];
    },
    true,
  ),
  kind(
    'odd JSON',
    () => oddJson,
    (_, body) => [{ body }, short(String(body))],
    true,
  ),
  kind(
    'body where none belongs',
    () => oddJson,
    ({ headers }, body) => [{ body, headers: [...headers, jsonType] }, short(String(body))],
    false,
  ),
  kind(
    'odd segment',
    () => fc.tuple(fc.nat(), fc.constantFrom(...oddSegments)),
    ({ path }, [number, odd]) => {
      const parts = path.split('/');
      const at = 1 + (number % (parts.length - 1));
      return [
        { path: parts.map((part, index) => (index === at ? odd : part)).join('/') },
        `segment ${at} is ${short(odd)}`,
      ];
    },
  ),
  kind(
    'odd query',
    () => fc.constantFrom(...oddQueries),
    (_, query) => [{ query }, short(query)],
  ),
  kind(
    'other method',
    ({ offered }) => fc.constantFrom(...otherMethods.filter((method) => !offered.includes(method))),
    (_, method) => [{ method }, method],
  ),
  headerKind('odd authorization', 'authorization', [
    [],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['bearer x y'],
    ['Basic Og=='],
    ['Basic not-base64'],
    [`Bearer ${'a'.repeat(5_000)}`],
    ['Bearer é'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['Bearer ..'],
    ['Bearer __proto__'],
    ['Negotiate x', 'Bearer x'],
  ]),
  headerKind('odd content type', 'content-type', [
    [],
    [''],
    ['text/plain'],
    ['application/xml'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=bogus'],
    ['application/json;;;'],
    ['application/json, text/plain'],
    ['application/problem+json'],
    ['APPLICATION/JSON'],
    ['application/json', 'text/plain'],
    ['__proto__'],
  ]),
  headerKind('odd accept', 'accept', [
    ['image/png'],
    [''],
    ['*/*;q=x'],
    ['application/json;q=0'],
    ['text/html'],
    ['__proto__'],
  ]),
  headerKind('odd encoding', 'content-encoding', [['gzip'], ['br'], ['bogus'], ['identity']]),
  headerKind('odd prefer', 'prefer', [['respond-async'], ['respond-async, wait=-1'], ['=']]),
  headerKind('odd trace', 'traceparent', [
    ['x'],
    [`00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['00-zz-zz-zz'],
    ['a', 'b'],
  ]),
  headerKind('odd host', 'x-forwarded-host', [['evil.example'], [''], ['a'.repeat(2_000)]]),
];

/** The kinds of request that make sense for an operation. */
export const kindsFor = ({ body }: Operation): readonly RequestKind[] =>
  kinds.filter(({ takesBody }) => takesBody === undefined || takesBody === (body !== undefined));
