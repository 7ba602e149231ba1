import type { ToolVersion } from '@assay/registry';
import type { ForeseenDecision } from './foreseen-decision.js';
import type { PolicyDecision } from './policy-decision.js';

/** The tier of code whose calls name what they reach outside the lists of the installation. */
const namingTier = 3;

/** Whether a person decides on every call of a version, whatever policies allow (SPEC section 8, tier 3). */
export const needsConsentPerCall = ({ manifest: { protocol, endpoint } }: ToolVersion): boolean =>
  protocol === 'sandbox' && (endpoint as { readonly tier?: unknown }).tier === namingTier;

const why = 'its code reaches what the call names, outside the lists of the installation: a person decides each call';

/** What policies decide, with a person's consent where the tool needs it. Consent in advance does not count. */
export function withConsent(decision: PolicyDecision, version: ToolVersion): PolicyDecision {
  if (decision.verdict === 'DENY' || !needsConsentPerCall(version)) return decision;
  return { ...decision, verdict: 'REQUIRE_APPROVAL', excludesStanding: true, why };
}

/** The same before the arguments are known. */
export function foreseenWithConsent(decision: ForeseenDecision, version: ToolVersion): ForeseenDecision {
  if (decision.verdict !== 'ALLOW' || !needsConsentPerCall(version)) return decision;
  return { ...decision, verdict: 'REQUIRE_APPROVAL', why };
}
