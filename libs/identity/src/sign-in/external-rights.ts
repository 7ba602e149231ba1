import type { Role } from '@assay/contracts';

/** What an installation reads from the claims of its sign-in issuer. */
export interface ClaimRules {
  /** Names of claims; a dot leads into an object, as in `realm_access.roles`. */
  readonly rolesClaim: string;
  readonly teamsClaim: string;
  /** Roles by value of the roles claim. Empty: administrators give roles here. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Names of teams by value of the teams claim. */
  readonly teams: ReadonlyMap<string, string>;
  /** Of people whom no value gives a role; null refuses them. */
  readonly defaultRole: Role | null;
}

/** A person as an issuer describes them, after its signature, audience and nonce were verified. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface ExternalRights {
  readonly roles: readonly Role[];
  /** Teams the person is to be in, among those that the rules name. */
  readonly teams: ReadonlySet<string>;
}

const maxValues = 1_000;
const maxDepth = 8;

/** Only values that the rules name give anything: an issuer's own "administrator" means nothing here. */
export function rightsOf(claims: ExternalPerson['claims'], rules: ClaimRules): ExternalRights {
  const found = valuesAt(claims, rules.rolesClaim).flatMap((it) => rules.roles.get(it) ?? []);
  const roles = found.length === 0 && rules.defaultRole !== null ? [rules.defaultRole] : [...new Set(found)];
  return { roles, teams: new Set(valuesAt(claims, rules.teamsClaim).flatMap((it) => rules.teams.get(it) ?? [])) };
}

/** A claim whose own name has dots, such as an address, counts before a path. */
function valuesAt(claims: ExternalPerson['claims'], path: string): string[] {
  const found = Object.hasOwn(claims, path) ? claims[path] : inside(claims, path.split('.'));
  const values = typeof found === 'string' ? found.split(' ') : Array.isArray(found) ? found.slice(0, maxValues) : [];
  return values.filter((it): it is string => typeof it === 'string' && it !== '');
}

function inside(claims: unknown, path: readonly string[]): unknown {
  let place = claims;
  for (const name of path.slice(0, maxDepth)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

/** Without ":" and "|": nobody gets a name that looks like one of another kind of principal. */
const suitableName = /^[A-Za-z0-9][A-Za-z0-9@._-]{0,63}$/;

/** Names a person could have here, the preferred first. */
export function namesOf({ subject, claims }: ExternalPerson): string[] {
  const { preferred_username: preferred, email } = claims;
  const local = typeof email === 'string' ? email.split('@')[0] : undefined;
  const names = [preferred, local, subject].filter(
    (it): it is string => typeof it === 'string' && suitableName.test(it),
  );
  const base = names[0] ?? 'person';
  return [...names, ...Array.from({ length: 98 }, (_, at) => `${base}-${at + 2}`)];
}

export function displayNameOf({ name }: ExternalPerson['claims']): string | null {
  const text = typeof name === 'string' ? name.replaceAll(/\p{C}/gu, '').trim().slice(0, 200) : '';
  return text === '' ? null : text;
}
