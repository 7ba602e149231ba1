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
} from '@assay/core';

/** What discovery looks up of the tools the index found: everything from memory. */
export function candidateSource(
  catalogue: Catalogue,
  directory: Directory,
  trustOf: ShowTrust,
): CandidateSource<Caller> {
  return {
    audience: (caller) => caller.tokens,
    find(id, caller) {
      const version = searchedVersion(visibleVersions(catalogue.tool(id), caller, directory));
      if (version === undefined) return undefined;
      const namespace = directory.namespace(version.namespace);
      const decision = mayCall(caller, version, directory);
      return {
        id,
        version: version.version,
        manifest: version.manifest,
        stage: version.stage,
        trust: trustOf(version).score,
        own: namespace !== undefined && owns(caller, namespace),
        endorsed: caller.organisationId !== null && directory.isEndorsed(id, caller.organisationId),
        // Who holds no key for calling looks around: it is shown what there is.
        browsing: !hasScope(caller, 'tools:call'),
        mayCall: { allowed: decision.allowed, why: decision.why },
      };
    },
  };
}
