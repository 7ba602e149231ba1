import { type CandidateSource, offeredVersion } from '@assay/discovery';
import { mayCall, whyItWaits } from '@assay/gateway';
import { type Caller, type Directory, hasScope, isMemberOf } from '@assay/identity';
import { type Catalogue, type LatencyOf, type ShowTrust, searchedVersion, visibleVersions } from '@assay/registry';

/** What discovery looks up of the tools the index found: everything from memory. */
export function candidateSource(
  catalogue: Catalogue,
  directory: Directory,
  trustOf: ShowTrust,
  minTrustKey: (trust: number) => number,
  latencyOf: LatencyOf,
): CandidateSource<Caller> {
  return {
    capabilities: catalogue.taxonomy,
    audience: (caller) => caller.tokens,
    organisationOf: (caller) => caller.organisationId,
    minTrustKey,
    find(id, caller, wishes = []) {
      const tool = catalogue.tool(id);
      const version = offeredVersion(visibleVersions(tool, caller, directory), catalogue.revocations, {
        mayCall: (it) => whyItWaits(it) === null && mayCall(caller, it, directory).allowed,
        wishes,
      });
      if (tool === undefined || version === undefined) return undefined;
      const namespace = directory.namespace(version.namespace);
      const provider = directory.organisation(version.organisationId)?.name;
      const decision = mayCall(caller, version, directory);
      const waits = whyItWaits(version);
      const trust = trustOf(version, caller.organisationId);
      const latency = latencyOf(version, caller.organisationId);
      return {
        id: tool.id,
        ...(provider !== undefined && { provider }),
        version: version.version,
        manifest: version.manifest,
        stage: version.stage,
        deprecated: version.status === 'DEPRECATED' ? { sunsetAt: version.sunsetAt } : null,
        trust: trust.score,
        trustView: trust.view,
        measuredP95Ms: latency.isMeasured ? (latency.p95Ms ?? null) : null,
        own: namespace !== undefined && isMemberOf(caller, namespace),
        endorsed: caller.organisationId !== null && directory.isEndorsed(tool.id, caller.organisationId),
        // Who holds no key for calling looks around: it is shown what there is.
        browsing: !hasScope(caller, 'tools:call') && waits === null,
        mayCall: {
          ...{ allowed: decision.allowed, why: waits ?? decision.why },
          ...(!decision.allowed && decision.remedy !== undefined && { remedy: decision.remedy }),
        },
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
