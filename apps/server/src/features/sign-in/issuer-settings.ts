import type { Config } from '@assay/config';
import { routes, type SessionState } from '@assay/contracts';
import type { ClaimRules } from '@assay/identity';

type SignInConfig = Pick<Config, 'signIn'>;

/** The issuers that the sign-in page offers. */
export const issuersOf = ({ signIn }: SignInConfig) => {
  const offered: SessionState['methods']['oidc'] =
    signIn === null ? [] : [{ name: signIn.name, url: routes.beginIssuerSignIn.path }];
  return () => offered;
};

/** Without an issuer, rules that give nothing. */
export const claimRulesOf = ({ signIn }: SignInConfig): ClaimRules => ({
  rolesClaim: signIn?.rolesClaim ?? '',
  teamsClaim: signIn?.teamsClaim ?? '',
  roles: new Map(signIn?.roles),
  teams: new Map(signIn?.teams),
  defaultRole: signIn?.defaultRole ?? null,
});
