import type { Visibility } from '@assay/contracts';
import type { Caller } from './caller.js';
import type { Namespace, Principal } from './records.js';

/**
 * One rule decides visibility for lists, look-ups and search alike: an object has an audience of tokens, a caller holds
 * tokens, and it sees the object when they share one. Invisible objects do not exist for the caller.
 *
 * Every token of a non-public audience appears twice, plain and bound to the namespace; a credential narrowed to
 * namespaces holds only the bound ones.
 */
export const publicToken = 'public';
const organisationToken = (id: string) => `org:${id}`;
const principalToken = (id: string) => `principal:${id}`;
const teamToken = (id: string) => `team:${id}`;
const administratorToken = (organisationId: string) => `admin:${organisationId}`;
const bound = (token: string, namespace: string) => `${token}@${namespace}`;

const order: readonly Visibility[] = ['private', 'organisation', 'public'];

/** A tool may narrow its namespace's visibility, never widen it. */
export const narrower = (a: Visibility, b: Visibility | undefined): Visibility =>
  b !== undefined && order.indexOf(b) < order.indexOf(a) ? b : a;

export interface Guests {
  readonly principals: readonly string[];
  readonly organisations: readonly string[];
}

/** The audience of a namespace (no `own` visibility) or of a tool in it, with those it was granted to or endorsed for. */
export function audienceOf(namespace: Namespace, own?: Visibility, guests?: Guests): readonly string[] {
  const visibility = narrower(namespace.visibility, own);
  if (visibility === 'public') return [publicToken];
  const tokens = [
    administratorToken(namespace.organisationId),
    ...namespace.owners.map(principalToken),
    ...namespace.teams.map(teamToken),
    ...(guests?.principals ?? []).map(principalToken),
    ...(guests?.organisations ?? []).map(organisationToken),
    ...(visibility === 'organisation' ? [organisationToken(namespace.organisationId)] : []),
  ];
  return [...new Set(tokens)].flatMap((token) => [token, bound(token, namespace.name)]);
}

/** The tokens a principal holds through its teams and a credential with these scopes and this narrowing. */
export function tokensOf(
  principal: Pick<Principal, 'id' | 'organisationId'>,
  scopes: ReadonlySet<string>,
  namespaces: readonly string[] | null,
  teams: readonly string[] = [],
): readonly string[] {
  const tokens = [
    organisationToken(principal.organisationId),
    principalToken(principal.id),
    ...teams.map(teamToken),
    ...(scopes.has('admin') ? [administratorToken(principal.organisationId)] : []),
  ];
  const held = namespaces === null ? tokens : namespaces.flatMap((name) => tokens.map((token) => bound(token, name)));
  return [publicToken, ...held];
}

export const meets = (tokens: readonly string[], audience: readonly string[]): boolean =>
  audience.some((token) => tokens.includes(token));

export const canSee = (caller: Caller, audience: readonly string[]): boolean => meets(caller.tokens, audience);
