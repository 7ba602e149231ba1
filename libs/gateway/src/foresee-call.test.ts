import { Directory } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { foreseeCall } from './foresee-call.js';
import type { ForeseenDecision } from './policy/foreseen-decision.js';
import type { CircuitView } from './resilience/circuits.js';

const version = aVersion(aManifest());
const directory = new Directory();
directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
const circuit: CircuitView = {
  ...{ versionId: version.id, state: 'OPEN', calls: 10, failures: 10, openUntil: 9_000, openings: 1, shared: false },
};

function foreseen(verdict: ForeseenDecision['verdict'], caller = aCaller(), circuits: readonly CircuitView[] = []) {
  return foreseeCall(caller, version, {
    directory,
    policies: { foresee: () => ({ verdict, policies: [{ id: 'own#limit', version: 2 }], why: 'the policies say so' }) },
    circuits: { isOpen: () => circuits.length > 0, list: () => circuits },
  });
}

describe('foreseeCall', () => {
  it.each([
    ['ALLOW', 'yes'],
    ['REQUIRE_APPROVAL', 'approval'],
    ['DENY', 'no'],
    ['DEPENDS', 'depends'],
  ] as const)('%s is %s, with the policy', (verdict, callable) => {
    expect(foreseen(verdict)).toMatchObject({ callable, policies: ['own#limit'], openUntil: null });
  });

  it('says what the policies say, or why the caller may call at all', () => {
    expect(foreseen('DENY').why).toBe('the policies say so');
    expect(foreseen('ALLOW').why).toBe('you own its namespace');
  });

  it('asks no policy about what the registry refuses', () => {
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(foreseen('ALLOW', stranger)).toMatchObject({ callable: 'no', policies: [] });
  });

  it('shows until when an open circuit refuses, and nothing of one that is about to be probed', () => {
    expect(foreseen('ALLOW', aCaller(), [circuit]).openUntil).toBe(9_000);
    expect(foreseen('ALLOW', aCaller(), [{ ...circuit, state: 'HALF_OPEN' }]).openUntil).toBeNull();
  });
});
