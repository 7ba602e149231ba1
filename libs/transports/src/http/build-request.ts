import { type Failure, fail, ok, pointerOf, type Result, withoutEnd } from '@assay/kernel';
import { isFreeHeader, isHeaderValue, type Server } from '@assay/registry';
import { type WrittenBody, writeFields, writeWhole } from './request-body.js';
import {
  type Encoding,
  encodeSegment,
  type HttpCall,
  type Pair,
  queryText,
  toPairs,
  toSegment,
  toText,
} from './serialise.js';

/** A request as it goes over the wire. */
export interface BuiltRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

type Place = NonNullable<HttpCall['parameters']>[string];

interface Property {
  /** In the input. */
  readonly key: string;
  /** On the wire. */
  readonly name: string;
  readonly value: unknown;
  readonly encoding: Encoding;
}

const always = { accept: 'application/json, text/*;q=0.8, */*;q=0.5', 'accept-encoding': 'identity' };
const withoutBody = new Set(['GET', 'HEAD']);

/**
 * Writes an input as the request of an operation. `address` is that of the registered server: its base, and its
 * credentials, which go to its own origin only. What of the input can be no part of a request is refused.
 */
export function buildRequest(
  call: HttpCall,
  input: Readonly<Record<string, unknown>>,
  address: Server['http'],
): Result<BuiltRequest, Failure> {
  const method = call.method ?? 'POST';
  const places = placed(call, method, input);
  const template = call.url.startsWith('/') ? `${withoutEnd(address?.url ?? '', '/')}${call.url}` : call.url;
  const { origin, path: pathTemplate, query: fixedQuery } = targetOf(call, template);
  const path = fillPath(pathTemplate, places.path);
  if (!path.ok) return path;
  const own = address !== null && new URL(address.url).origin === origin ? address : null;
  const headers = writeHeaders(places, own);
  if (!headers.ok) return headers;
  const body = withoutBody.has(method) ? null : writeBody(call, input, places.body);
  // A credential of the server stands last: no input of the same name replaces it.
  const secret = Object.entries(own?.query ?? {});
  const asked = places.query.flatMap(({ name, value, encoding }) => toPairs(name, value, encoding));
  const pairs: Pair[] = [...asked.filter(([name]) => !secret.some(([it]) => it === name)), ...secret];
  const query = [fixedQuery, queryText(pairs)].filter((it) => it !== '').join('&');
  return ok({
    origin,
    path: `${path.value}${query === '' ? '' : `?${query}`}`,
    method,
    headers: { ...always, ...(body && { 'content-type': body.contentType }), ...headers.value },
    body: body?.bytes ?? null,
  });
}

interface Target {
  readonly template: string;
  readonly origin: string;
  /** With its placeholders. */
  readonly path: string;
  readonly query: string;
}

/** The address of each operation, parsed once. */
const targets = new WeakMap<HttpCall, Target>();

function targetOf(call: HttpCall, template: string): Target {
  const known = targets.get(call);
  if (known?.template === template) return known;
  const { origin, search } = new URL(template);
  const target = { template, origin, path: pathOf(template), query: search.slice(1) };
  targets.set(call, target);
  return target;
}

/** The path as it was written, which the URL parser would tidy up: only what is no plain character is encoded. */
const pathOf = (url: string): string =>
  (/^https?:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] || '/').replaceAll(/[^\x21-\x7e]+/g, encodeSegment);

/** Where each property goes: as the endpoint says, else by the path's placeholders and the method. */
function placed(call: HttpCall, method: string, input: Readonly<Record<string, unknown>>) {
  const places: Record<Place, Property[]> = { path: [], query: [], header: [], cookie: [], body: [] };
  const rest: Place = withoutBody.has(method) || method === 'DELETE' ? 'query' : 'body';
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || key === call.body) continue;
    const encoding = own(call.encodings, key) ?? {};
    const place = own(call.parameters, key) ?? (call.url.includes(`{${key}}`) ? 'path' : rest);
    places[place].push({ key, name: encoding.name ?? key, value, encoding });
  }
  return places;
}

const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;

/** The path with its placeholders filled. No value can leave its segment, and none may make one vanish. */
function fillPath(template: string, properties: readonly Property[]): Result<string, Failure> {
  const byName = new Map(properties.map((it) => [it.name, it]));
  const problems: { path: string; message: string }[] = [];
  const refuse = (key: string, message: string) => {
    problems.push({ path: pointerOf([key]), message });
    return '';
  };
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const property = byName.get(name);
    if (property === undefined || property.value === null) return refuse(name, 'is needed for the address');
    const text = toSegment(name, property.value, property.encoding);
    return text === '' ? refuse(property.key, 'must not be empty: it is part of the URL') : text;
  });
  const dots = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  const [first] = properties;
  if (dots && first !== undefined) refuse(first.key, 'must not make a segment "." or ".." of the address');
  return problems.length === 0 ? ok(path) : refused(problems);
}

function writeHeaders(
  { header, cookie }: { readonly header: readonly Property[]; readonly cookie: readonly Property[] },
  address: Server['http'],
): Result<Record<string, string>, Failure> {
  const headers: Record<string, string> = {};
  for (const { key, name, value, encoding } of header) {
    if (value === null) continue;
    const text = toText(value, encoding, (it) => it);
    if (!isFreeHeader(name))
      return refused([{ path: pointerOf([key]), message: `cannot be sent as the header "${name}"` }]);
    if (!isHeaderValue(text))
      return refused([
        { path: pointerOf([key]), message: 'cannot be used in a header: use one line of plain characters' },
      ]);
    headers[name.toLowerCase()] = text;
  }
  const cookies = cookie.flatMap(({ name, value, encoding }) =>
    value === null ? [] : [`${encodeSegment(name)}=${toText(value, encoding, encodeSegment)}`],
  );
  // Credentials of the server replace what an input says of the same header; cookies stand side by side.
  for (const [name, value] of Object.entries(address?.headers ?? {})) headers[name.toLowerCase()] = value;
  const all = [headers.cookie ?? '', ...cookies].filter((it) => it !== '').join('; ');
  return ok(all === '' ? headers : { ...headers, cookie: all });
}

function writeBody(
  { body, bodyType = 'application/json', parameters }: HttpCall,
  input: Readonly<Record<string, unknown>>,
  properties: readonly Property[],
): WrittenBody | null {
  if (body !== undefined) {
    const value = own(input, body);
    return value === undefined ? null : writeWhole(bodyType, value);
  }
  const takes = parameters === undefined || Object.values(parameters).includes('body') || properties.length > 0;
  if (!takes) return null;
  return writeFields(
    bodyType,
    properties.map(({ name, value, encoding }) => ({ name, value, encoding })),
  );
}

const refused = (issues: readonly { path: string; message: string }[]): Result<never, Failure> =>
  fail('invalid_input', `The input cannot be sent: ${issues[0]?.path} ${issues[0]?.message}.`, {
    issues: issues.map((it) => ({ ...it, path: `/input${it.path}` })),
    outcome: 'none',
  });
