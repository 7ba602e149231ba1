/** Manifests, versions, ranges, lifecycle, revocation, signatures, taxonomy and reviews. */
export {
  secretArguments,
  secretsIn,
  secretsInArguments,
  withoutSecretArguments,
  withoutSecretsIn,
} from './address-secrets.js';
export { publicationDifferences } from './assess-publication.js';
export { actingKitOf, Catalogue, kitNamespace, serverOf, type Tool } from './catalogue.js';
export type { CataloguePorts } from './catalogue-ports.js';
export type { CatalogueStore, PublishOutcome, StatusChanged } from './catalogue-store.js';
export { checkAddress, checkGrpcAddress, checkHttpAddress, isFreeHeader, isHeaderValue } from './check-address.js';
export { checkManifest } from './check-manifest.js';
export { checkPublication } from './check-publication.js';
export { ClaimNamespace } from './claim-namespace.js';
export { CompareVersions } from './compare-versions.js';
export { compareManifests } from './compatibility/compare-manifests.js';
export type { Consumers, ConsumersQuery } from './consumers.js';
export { CopiedTools } from './copied-tools.js';
export type { DefinitionFinding } from './definition-finding.js';
export { digestOfDefinition } from './digests.js';
export { describeEntry, type ShowTrust } from './entry.js';
export { guardView, isPublic, viewOf } from './evidence-view.js';
export { type ExampleTarget, exampleTarget } from './example-target.js';
export { type GrpcTarget, grpcTarget } from './grpc/grpc-address.js';
export { messageSchema, streamSchema } from './grpc/message-schema.js';
export { type MethodContract, methodContract } from './grpc/method-contract.js';
export { descriptorPruner, type PruneDescriptors } from './grpc/prune-descriptors.js';
export { mapEntryOf, reachableFrom } from './grpc/reachable.js';
export { filesOf, readTypes } from './grpc/read-types.js';
export {
  type FieldShape,
  type FieldType,
  type MessageShape,
  type MethodShape,
  methodOf,
  type ProtoTypes,
  type ServiceShape,
} from './grpc/types.js';
export { needsValueMember, wrappedType } from './grpc/well-known.js';
export { readMessage, WireError, WireReader } from './grpc/wire-reader.js';
export { isWatched } from './is-watched.js';
export { ManageKits, type ShippedKit, type ShownKit } from './kits/manage-kits.js';
export type { StatusWish } from './lifecycle/change-status.js';
export { buildLifecycle, type Lifecycle } from './lifecycle/lifecycle.js';
export type { LifecyclePorts } from './lifecycle/lifecycle-ports.js';
export { shownVersion } from './lifecycle/shown-version.js';
export { lookAlikes, skeletonOf } from './look-alike.js';
export { ManagePins, type ShownPin } from './manage-pins.js';
export type { ManifestChecked, ManifestChecks } from './manifest-checks.js';
export {
  declaredLatency,
  type KnownLatency,
  LatencyBook,
  type LatencyChange,
  type LatencyOf,
  type MeasuredLatency,
} from './measured-latency.js';
export { observedShare, ratePrior } from './observed-share.js';
export type { Pin, PinStore } from './pin-store.js';
export { predecessorOf } from './predecessor.js';
export { protocolRules } from './protocol-rules.js';
export { type PublishPorts, PublishVersion } from './publish-version.js';
export { definitionDiff } from './quarantine/definition-diff.js';
export { type NotifyPorts, notifyQuarantines, type Quarantined } from './quarantine/notify-quarantine.js';
export type { Finding, Quarantine, QuarantineQuery, QuarantineStore, Release } from './quarantine/quarantine-store.js';
export {
  type CatalogueChange,
  type Import,
  type Server,
  type ServerIsolation,
  type Signature,
  type ToolVersion,
  type TrustInView,
  unassured,
  type VersionTrust,
} from './records.js';
export { RenameTool } from './rename-tool.js';
export { resolveVersion } from './resolve-version.js';
export { DecideReviews } from './reviews/decide-review.js';
export { NotifyingReviews } from './reviews/notifying-reviews.js';
export type {
  Held,
  Review,
  ReviewDecision,
  ReviewKind,
  ReviewQuery,
  ReviewState,
  ReviewStore,
} from './reviews/review.js';
export { AppealRevocation } from './revocation/appeal-revocation.js';
export { coveredVersions } from './revocation/covered-versions.js';
export type { ListedServers } from './revocation/listed-servers.js';
export { resendRevocationNotices } from './revocation/resend-revocation-notices.js';
export { type Appeal, type Lifting, type Revocation, targetOf } from './revocation/revocation.js';
export { nothingThere, RevocationRights } from './revocation/revocation-rights.js';
export type { RevocationStore } from './revocation/revocation-store.js';
export { Revocations } from './revocation/revocations.js';
export { RevokeByRule } from './revocation/revoke-by-rule.js';
export { RevokeTools } from './revocation/revoke-tools.js';
export { type RevokedRules, revokedFailure } from './revocation/revoked-failure.js';
export { type RevocationTarget, readTarget, targetNow, writtenTarget } from './revocation/target.js';
export { withJsonNumbers } from './sanity/sanity-environment.js';
export {
  compileSanity,
  type DeclaredSanity,
  type SanityPredicate,
  type SanitySituation,
} from './sanity/sanity-predicate.js';
export { isResolvable, searchedVersion } from './searched-version.js';
export { type CommandConfirmation, commandDigest, commandOf, confirmedBy } from './servers/command-confirmation.js';
export type { PinnedPackage, PinnedPackages } from './servers/pinned-packages.js';
export { ManagePublisherKeys } from './signing/manage-publisher-keys.js';
export type { PublisherKey, PublisherKeyStore } from './signing/publisher-key-store.js';
export type { GivenSignature } from './signing/publisher-signature.js';
export { type RegistryKey, type RegistryKeyStore, signUnsigned, useKey } from './signing/registry-keys.js';
export { suggestCapabilities } from './suggest-capabilities.js';
export type { Capability, CapabilityPatch, CapabilityStore, Seeding } from './taxonomy/capability.js';
export { type CapabilityTree, dottedTree } from './taxonomy/capability-tree.js';
export { ManageCapabilities } from './taxonomy/manage-capabilities.js';
export { capabilitiesAbout } from './taxonomy/nearest-tags.js';
export { unknownTag } from './taxonomy/place-capability.js';
export { seedSet, seedVersion } from './taxonomy/seed-set.js';
export { seededTaxonomy } from './taxonomy/seeded-taxonomy.js';
export { Taxonomy } from './taxonomy/taxonomy.js';
export { ToolCounts } from './taxonomy/tool-counts.js';
export { versionAudience, visibleVersions } from './tool-audience.js';
export { ManageToolsets } from './toolsets/manage-toolsets.js';
export { givenAnyway, withoutPreset } from './toolsets/presets.js';
export {
  extraNames,
  maxToolsets,
  type Toolset,
  type ToolsetChange,
  type ToolsetStore,
  type ToolsetTool,
} from './toolsets/toolset.js';
export { Toolsets } from './toolsets/toolsets.js';
export { independentGroups, upstreamHostOf } from './upstream-host.js';
export { dayOf, type VersionCall, type VersionCallers } from './version-callers.js';
export {
  bump,
  isPrerelease,
  newestFirst,
  normaliseRange,
  pins,
  satisfies,
  versionKey,
  versionsWithin,
} from './version-number.js';
export { VisibleConsumers } from './visible-consumers.js';
export { WellKnownNames } from './well-known-names.js';
export { type KnownTools, WellUsedTools } from './well-used-tools.js';
