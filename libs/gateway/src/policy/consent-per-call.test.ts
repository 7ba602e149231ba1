import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { foreseenWithConsent, needsConsentPerCall, withConsent } from './consent-per-call.js';
import { undecidable } from './policy-decision.js';

const code = (tier: number) => aVersion(aManifest({ protocol: 'sandbox', endpoint: { code: 'x', tier } }));
const allowed = { ...undecidable('fine'), verdict: 'ALLOW' as const };

describe('consent per call', () => {
  it('is needed for code of tier 3 alone', () => {
    expect([0, 1, 2, 3].map((tier) => needsConsentPerCall(code(tier)))).toEqual([false, false, false, true]);
    const http = aManifest({ protocol: 'http', endpoint: { url: 'https://a.example', tier: 3 } as never });
    expect(needsConsentPerCall(aVersion(http))).toBe(false);
  });

  it('turns what is allowed into what a person approves, never a denial', () => {
    expect(withConsent(allowed, code(3))).toMatchObject({ verdict: 'REQUIRE_APPROVAL', excludesStanding: true });
    expect(withConsent(allowed, code(2))).toBe(allowed);
    const denied = undecidable('no');
    expect(withConsent(denied, code(3))).toBe(denied);
    expect(foreseenWithConsent(allowed, code(3)).verdict).toBe('REQUIRE_APPROVAL');
    const depends = { verdict: 'DEPENDS' as const, policies: [], why: '' };
    expect(foreseenWithConsent(depends, code(3))).toBe(depends);
  });
});
