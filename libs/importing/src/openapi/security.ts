import type { Manifest } from '@assay/contracts';
import { isJson, type Json, jsonOf, listOf } from './document.js';
import type { References } from './references.js';

type Auth = NonNullable<Manifest['auth']>;
type Scheme = NonNullable<Auth['scheme']>;

/**
 * The upstream's requirement for a call, from the first alternative in the document: nothing, or a credential, which is
 * stored with the registered server and shared by its callers.
 */
export function readSecurity(root: Json, operation: Json, references: References, notes: Set<string>): Auth {
  const alternatives = listOf(operation.security ?? root.security).filter(isJson);
  const isOpen = alternatives.length === 0 || alternatives.some((it) => Object.keys(it).length === 0);
  const names = Object.keys(alternatives.find((it) => Object.keys(it).length > 0) ?? {});
  if (names.length === 0) return { upstream: 'none' };
  const declared = jsonOf(jsonOf(root.components).securitySchemes);
  const schemes = names.map((name) => references.resolve(declared[name]) ?? {});
  const known = schemes.flatMap((it) => schemeOf(it) ?? []);
  const [scheme] = known;
  if (isOpen) return { upstream: 'none', ...(scheme && { scheme }) };
  if (scheme !== undefined) notes.add(`Calls need ${described(scheme)}, kept with the server.`);
  if (names.length > 1) notes.add(`Calls need ${names.length} credentials together: ${names.join(', ')}.`);
  if (known.length < schemes.length) notes.add('The document asks for a credential that cannot be given by a header.');
  return { upstream: 'shared', ...(scheme && { scheme }) };
}

function schemeOf({ type, scheme, in: place, name }: Json): Scheme | undefined {
  const kind = typeof scheme === 'string' ? scheme.toLowerCase() : '';
  if (type === 'http' && (kind === 'bearer' || kind === 'basic')) return { type: kind };
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'oauth2' };
  if (type !== 'apiKey' || typeof name !== 'string' || name.length > 128) return undefined;
  return place === 'header' || place === 'query' || place === 'cookie'
    ? { type: 'apiKey', in: place, name }
    : undefined;
}

function described({ type, in: place, name }: Scheme): string {
  if (type === 'apiKey') return `an API key in the ${place === 'query' ? 'query parameter' : place} "${name}"`;
  if (type === 'basic') return 'a name and password in the header "authorization" (Basic)';
  return `${type === 'oauth2' ? 'an OAuth 2.0' : 'a bearer'} token in the header "authorization" (Bearer)`;
}
