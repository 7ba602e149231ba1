import { z } from 'zod';

/** Roles that an issuer's claims can give. */
export const roleNames = ['reader', 'caller', 'publisher', 'reviewer', 'administrator'] as const;
export type RoleName = (typeof roleNames)[number];

const maxPairs = 500;

/** `value=name` pairs, separated by commas. The value may contain "=" itself, as distinguished names do. */
function readPairs(text: string): (readonly [string, string])[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.flatMap((part) => {
    const [, value, name] = /^(.+?)\s*=\s*([^=\s]+)$/.exec(part) ?? [];
    return value === undefined || name === undefined ? [] : [[value, name] as const];
  });
  return pairs.length === parts.length && pairs.length <= maxPairs ? pairs : undefined;
}

const pairsOf = <N extends string>(isName: (name: string) => name is N) =>
  z.string().transform((text, context): readonly (readonly [string, N])[] => {
    const pairs = readPairs(text)?.flatMap(([value, name]) => (isName(name) ? [[value, name] as const] : []));
    if (pairs !== undefined && pairs.length === readPairs(text)?.length) return pairs;
    context.addIssue({ code: 'custom', message: 'unreadable' });
    return z.NEVER;
  });

const isRole = (name: string): name is RoleName => (roleNames as readonly string[]).includes(name);
const isTeam = (name: string): name is string => /^[a-z][a-z0-9-]{0,62}$/.test(name);

const claim = { schema: z.string().max(200), expected: 'the name of a claim, or a path of names with dots' };

/** Variables of people who sign in at an OpenID Connect issuer, but for the issuer's address. */
export const signInVariables = {
  ASSAY_SIGN_IN_CLIENT_ID: {
    schema: z.string().max(500),
    expected: 'the client id of this installation at the issuer, up to 500 characters',
  },
  ASSAY_SIGN_IN_CLIENT_SECRET: {
    schema: z.string().max(2_000),
    expected: 'the client secret of this installation at the issuer, up to 2000 characters',
  },
  ASSAY_SIGN_IN_NAME: {
    schema: z.string().max(80),
    expected: 'what the sign-in page calls the issuer, up to 80 characters, such as Example Corp',
  },
  ASSAY_SIGN_IN_SCOPES: {
    schema: z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e ]{1,500}$/)
      .refine((text) => text.split(' ').includes('openid')),
    expected: 'scopes separated by spaces, openid among them, such as "openid profile email groups"',
  },
  ASSAY_SIGN_IN_ROLES_CLAIM: claim,
  ASSAY_SIGN_IN_ROLES: {
    schema: pairsOf(isRole),
    expected: `pairs of a claim's value and a role (${roleNames.join(', ')}), such as "assay-admins=administrator, staff=caller"`,
  },
  ASSAY_SIGN_IN_TEAMS_CLAIM: claim,
  ASSAY_SIGN_IN_TEAMS: {
    schema: pairsOf(isTeam),
    expected: 'pairs of a claim\'s value and a team, such as "eng-platform=platform"',
  },
  ASSAY_SIGN_IN_DEFAULT_ROLE: {
    schema: z.enum(roleNames),
    expected: `one of ${roleNames.join(', ')}`,
  },
};
