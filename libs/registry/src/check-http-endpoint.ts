import type { HttpEndpoint, Issue } from '@assay/contracts';
import { pointerOf } from '@assay/kernel';
import { isFreeHeader } from './check-address.js';

type Place = NonNullable<HttpEndpoint['parameters']>[string];

/** A media type with parameters (RFC 9110), on one line. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\p{Cc}]*"))*$/u;

/** The serialisation styles of each parameter location. For a body, those of its fields. */
const stylesOf: Readonly<Record<Place, readonly string[]>> = {
  path: ['simple', 'label', 'matrix', 'json'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'],
  header: ['simple', 'json'],
  cookie: ['form', 'json'],
  body: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json', 'file'],
};

/** What of an HTTP endpoint could not be called, beyond its shape; pointers are below the endpoint. */
export function checkHttpEndpoint(endpoint: HttpEndpoint): Issue[] {
  return [...checkUrl(endpoint), ...checkPlaces(endpoint), ...checkBody(endpoint)];
}

function checkUrl({ url, server, parameters = {}, encodings = {} }: HttpEndpoint): Issue[] {
  const at = (message: string): Issue => ({ path: '/url', message });
  const isPath = url.startsWith('/');
  if (isPath && server === undefined)
    return [at('must be an address: a path needs a server whose base it is added to')];
  if (!URL.canParse(isPath ? `http://localhost${url}` : url)) return [at('is not a valid address')];
  const rest = url.slice(/^https?:\/\/[^/?]+/i.exec(url)?.[0].length ?? 0);
  const asked = rest.indexOf('?');
  const [path, query] = asked < 0 ? [rest, ''] : [rest.slice(0, asked), rest.slice(asked)];
  const issues: Issue[] = [];
  if (/[{}]/.test(query))
    issues.push(at('may have placeholders in its path only: place query parameters by "parameters"'));
  if (/[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, ''))) issues.push(at('has a brace without its other half'));
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    issues.push(at('must not have "." or ".." in its path'));
  const placeholders = new Set([...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name as string));
  for (const [name, place] of Object.entries(parameters)) {
    const wanted = encodings[name]?.name ?? name;
    if (place === 'path' && !placeholders.has(wanted))
      issues.push({
        path: pointerOf(['parameters', name]),
        message: `is a path parameter, but the path has no {${wanted}}`,
      });
  }
  return issues;
}

function checkPlaces({ parameters = {}, encodings = {} }: HttpEndpoint): Issue[] {
  const issues: Issue[] = [];
  for (const [name, place] of Object.entries(parameters)) {
    const { name: wireName = name, style } = encodings[name] ?? {};
    const at = pointerOf(['parameters', name]);
    if (place === 'header' && !isFreeHeader(wireName))
      issues.push({ path: at, message: `"${wireName}" is not a header that a tool may set` });
    if (place === 'header' && wireName.toLowerCase() === 'cookie')
      issues.push({ path: at, message: 'is a cookie: place it there' });
    if (style !== undefined && !stylesOf[place].includes(style))
      issues.push({
        path: pointerOf(['encodings', name, 'style']),
        message: `cannot be used in a ${place}: use ${stylesOf[place].join(', ')}`,
      });
  }
  return issues;
}

function checkBody({ method = 'POST', parameters = {}, body, bodyType }: HttpEndpoint): Issue[] {
  const issues: Issue[] = [];
  const bodiless = method === 'GET' || method === 'HEAD';
  const placed = Object.entries(parameters).filter(([, place]) => place === 'body');
  if (bodiless) {
    if (body !== undefined) issues.push({ path: '/body', message: `cannot be sent: ${method} has none` });
    for (const [name] of placed)
      issues.push({ path: pointerOf(['parameters', name]), message: `cannot be sent: ${method} has no body` });
  }
  if (body !== undefined) {
    for (const [name] of placed.filter(([it]) => it !== body))
      issues.push({
        path: pointerOf(['parameters', name]),
        message: `cannot be part of the body, because "${body}" is the whole body`,
      });
  }
  if (bodyType !== undefined && !mediaType.test(bodyType))
    issues.push({ path: '/bodyType', message: 'is not a media type: use one such as application/json' });
  return issues;
}
