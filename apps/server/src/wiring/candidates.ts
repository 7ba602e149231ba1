import {
  type Caller,
  type CandidateSource,
  type Catalogue,
  type Directory,
  hasScope,
  mayCall,
  owns,
  type ShowTrust,
  searchedVersion,
  visibleVersions,
  whyItWaits,
} from '@assay/core';

/** What discovery looks up of the tools the index found: everything from memory. */
export function candidateSource(
  catalogue: Catalogue,
  directory: Directory,
  trustOf: ShowTrust,
  leastTrustKey: (trust: number) => number,
): CandidateSource<Caller> {
  return {
    audience: (caller) => caller.tokens,
    leastTrustKey,
    find(id, caller) {
      const version = searchedVersion(visibleVersions(catalogue.tool(id), caller, directory), catalogue.revocations);
      if (version === undefined) return undefined;
      const namespace = directory.namespace(version.namespace);
      const decision = mayCall(caller, version, directory);
      const waits = whyItWaits(version);
      return {
        id,
        version: version.version,
        manifest: version.manifest,
        stage: version.stage,
        deprecated: version.status === 'DEPRECATED' ? { sunsetAt: version.sunsetAt } : null,
        trust: trustOf(version).score,
        measuredP95Ms: version.trust?.p95Ms ?? null,
        own: namespace !== undefined && owns(caller, namespace),
        endorsed: caller.organisationId !== null && directory.isEndorsed(id, caller.organisationId),
        // Who holds no key for calling looks around: it is shown what there is.
        browsing: !hasScope(caller, 'tools:call') && waits === null,
        mayCall: { allowed: decision.allowed, why: waits ?? decision.why },
      };
    },
    outOfUse(id, caller) {
      const versions = visibleVersions(catalogue.tool(id), caller, directory);
      const revocation = versions[0] && catalogue.revocations.of(versions[0]);
      if (revocation === undefined || searchedVersion(versions, catalogue.revocations) !== undefined) return undefined;
      return `revoked: ${revocation.reason}`;
    },
  };
}
