import type { SignInIssuer } from './config.js';
import type { ValueOf, VariableName } from './variables.js';

type Values = { readonly [N in VariableName]?: ValueOf<N> };

/** The issuer at which people sign in; null when none is configured. Its other settings mean nothing without it. */
export function readSignIn(
  values: Values,
  given: (name: VariableName) => boolean,
  problems: string[],
): SignInIssuer | null {
  const names = Object.keys(values).filter((it) => it.startsWith('ASSAY_SIGN_IN_')) as VariableName[];
  if (names.length === 0) return null;
  const needed = { ASSAY_SIGN_IN_ISSUER: 'the address of the issuer', ASSAY_SIGN_IN_CLIENT_ID: 'the client id there' };
  for (const [name, what] of Object.entries(needed))
    if (!given(name as VariableName)) problems.push(`${name} must be set with ${names[0]}: ${what}.`);
  const { ASSAY_SIGN_IN_ISSUER: issuer, ASSAY_SIGN_IN_CLIENT_ID: clientId } = values;
  if (!issuer || !clientId) return null;
  return {
    ...{ issuer, clientId, clientSecret: values.ASSAY_SIGN_IN_CLIENT_SECRET ?? null },
    name: values.ASSAY_SIGN_IN_NAME ?? new URL(issuer).hostname,
    scopes: values.ASSAY_SIGN_IN_SCOPES ?? 'openid profile email',
    rolesClaim: values.ASSAY_SIGN_IN_ROLES_CLAIM ?? 'roles',
    roles: values.ASSAY_SIGN_IN_ROLES ?? [],
    teamsClaim: values.ASSAY_SIGN_IN_TEAMS_CLAIM ?? 'groups',
    teams: values.ASSAY_SIGN_IN_TEAMS ?? [],
    defaultRole: values.ASSAY_SIGN_IN_DEFAULT_ROLE ?? null,
  };
}
