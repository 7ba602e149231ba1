import type { FindingSign, Issue, Manifest } from '@assay/contracts';
import { type Caller, defaultOrganisation, recordChange, runsInstallation } from '@assay/identity';
import { err, type Failure, fail, ok, type Result, type SignatureVerifier, type Signer } from '@assay/kernel';
import { assessPublication } from './assess-publication.js';
import type { CataloguePorts } from './catalogue-ports.js';
import { type CopiedTools, copiedFindings } from './copied-tools.js';
import { type DefinitionFinding, isCoveredBy, issuesOf } from './definition-finding.js';
import { manifestDigest } from './digests.js';
import { type Draft, draftVersion } from './draft-version.js';
import { type Supersession, supersededByRelease } from './lifecycle/superseded-versions.js';
import { isThereFor } from './lifecycle/turn-status.js';
import { type ManifestChecks, manifestIssues } from './manifest-checks.js';
import { mayPublish } from './may-publish.js';
import { predecessorOf } from './predecessor.js';
import type { Signature, ToolVersion } from './records.js';
import { holdForReview } from './reviews/hold-for-review.js';
import { heldDigest, type Review, type ReviewStore } from './reviews/review.js';
import type { PublisherKeyStore } from './signing/publisher-key-store.js';
import { type GivenSignature, takePublisherSignature } from './signing/publisher-signature.js';
import type { RegistryKeyStore } from './signing/registry-keys.js';
import { versionKey } from './version-number.js';
import { lookAlikeFindings, type WellKnownNames } from './well-known-names.js';

/** Ports of publishing, in addition to those of the catalogue. */
export interface PublishPorts extends CataloguePorts {
  readonly reviews: Pick<ReviewStore, 'open' | 'isApproved'>;
  readonly names: Pick<WellKnownNames, 'toolsLike'>;
  /** Findings that a person has to review before a manifest's version is called; undefined when there are none. */
  readonly examine?: (manifest: Manifest) => Promise<DefinitionFinding | undefined>;
  /** Well-used tools with the manifest's title and description, and another upstream. */
  readonly copies?: Pick<CopiedTools, 'of'>;
  /** Support for compositions: their manifests completed from their parts, and all of their problems. */
  readonly compositions?: {
    readonly complete: (caller: Caller, candidate: unknown) => Promise<unknown>;
    readonly issues: (caller: Caller, candidate: unknown, manifest: Manifest | undefined) => Promise<readonly Issue[]>;
  };
  /** For manifests that take long to check; without it, they are checked at once. */
  readonly checks?: ManifestChecks;
  /** Reads the code in a manifest, if it has some; fails with what is wrong with it. */
  readonly code?: (manifest: Manifest) => Promise<Result<void, Failure>>;
  /** Counts a new version against its provider's limit, or rejects it; the returned function undoes the count. */
  readonly count?: (version: ToolVersion) => Promise<Result<() => Promise<void>, Failure>>;
  /** Called for each new version after it is published and recorded. */
  readonly published?: (version: ToolVersion) => Promise<void>;
  /** The registry's key, and what publishers' own signatures are checked with. */
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  readonly signatures: Pick<RegistryKeyStore, 'addSignatures'> & Pick<PublisherKeyStore, 'publisherKeys'>;
}

/** `created` is false when the same content had been published before; `held`: pending review. */
export type Published =
  | {
      readonly kind: 'published';
      readonly version: ToolVersion;
      readonly created: boolean;
      /** Accepted findings in its definition; empty for earlier publications. */
      readonly findings?: readonly FindingSign[];
    }
  | { readonly kind: 'held'; readonly review: Review };

/** Maximum repetitions of the comparison because of concurrent publications. */
const attempts = 20;

/**
 * Publishes a version of a tool: check, own, compare with its neighbours, insert, record, see. A published version
 * never changes.
 */
export class PublishVersion {
  readonly #ports: PublishPorts;

  constructor(ports: PublishPorts) {
    this.#ports = ports;
  }

  /** `upstreamDigest` pins the upstream's own definition of an imported tool; `given` is the publisher's signature. */
  async run(
    caller: Caller,
    candidate: unknown,
    upstreamDigest: string | null = null,
    given: GivenSignature | null = null,
  ): Promise<Result<Published, Failure>> {
    const checked = await this.check(caller, candidate);
    if (!checked.ok) return checked;
    const code = await this.checkCode(checked.value);
    if (!code.ok) return code;
    const signature = await this.takeSignature(checked.value, given);
    return signature.ok ? this.publish(caller, checked.value, upstreamDigest, signature.value) : signature;
  }

  /** The publisher's signature of a manifest if it is valid; null when there is none. */
  async takeSignature(manifest: Manifest, given: GivenSignature | null): Promise<Result<Signature | null, Failure>> {
    if (given === null) return ok(null);
    const { signatures, verifier, directory, clock } = this.#ports;
    return takePublisherSignature({ publisherKeys: signatures, verifier, directory }, manifest, given, clock.now());
  }

  /**
   * Publishes a manifest that `check` has accepted for this caller, with a signature that `takeSignature` has accepted.
   * Findings that an administrator has already accepted do not hold the version; other findings do.
   */
  async publish(
    caller: Caller,
    manifest: Manifest,
    upstreamDigest: string | null,
    signature: Signature | null = null,
    accepted: readonly FindingSign[] = [],
  ): Promise<Result<Published, Failure>> {
    const finding = await this.examine(manifest);
    const version = this.#draft(caller, { manifest, upstreamDigest, signature }, finding);
    const unaccepted = finding !== undefined && !isCoveredBy(finding, accepted) ? finding : undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const versions = this.#ports.catalogue.tool(manifest.name)?.versions ?? [];
      const known = versions.find((it) => it.versionKey === version.versionKey);
      if (known !== undefined) return this.#again(caller, version, known, signature);
      const waits = await this.#waits(caller, version, versions, signature, unaccepted);
      if (waits !== undefined) return waits;
      const staged = { ...version, stage: this.#stageOf(version, versions) };
      const counted = await this.#ports.count?.(staged);
      if (counted?.ok === false) return counted;
      const outcome = await this.#ports.store.publish(staged, versions.length);
      if (outcome.kind !== 'published') await counted?.value();
      if (outcome.kind === 'exists') return this.#again(caller, version, outcome.version, signature);
      if (outcome.kind === 'published') return this.#record(caller, staged, finding?.signs ?? []);
      await this.#ports.feed.caughtUp();
      // The tool may have been renamed or transferred meanwhile.
      const still = await this.check(caller, manifest);
      if (!still.ok) return still;
    }
    return fail(
      'unavailable',
      `Many versions of ${manifest.name} are being published at the same time: try again in a moment.`,
      {
        retryAfterMs: 1_000,
      },
    );
  }

  /** A version compatible with its predecessor has its stage; any other one starts in the sandbox. */
  #stageOf({ versionKey: key, stage }: ToolVersion, versions: readonly ToolVersion[]): ToolVersion['stage'] {
    const isRevoked = (it: ToolVersion) => this.#ports.catalogue.revocations.of(it) !== undefined;
    const former = predecessorOf(key, versions, isRevoked);
    return former?.sameLine ? former.version.stage : stage;
  }

  /** What is wrong with the code of a checked manifest. */
  checkCode = async (manifest: Manifest): Promise<Result<void, Failure>> =>
    (await this.#ports.code?.(manifest)) ?? ok(undefined);

  /** Findings that a person has to review before the manifest's version is called. */
  examine = async (manifest: Manifest): Promise<DefinitionFinding | undefined> => this.#ports.examine?.(manifest);

  #draft(caller: Caller, draft: Draft, finding: DefinitionFinding | undefined): ToolVersion {
    const version = draftVersion(this.#ports, caller, draft);
    if (finding?.quarantines !== true) return version;
    return { ...version, quarantined: { since: version.publishedAt, finding: finding.sentence } };
  }

  /** A held version, as the entry it would become. */
  async held({ held, submittedAt, submittedBy }: Review): Promise<ToolVersion | undefined> {
    if (held.act.kind !== 'publish') return undefined;
    const { manifest, upstreamDigest } = held.act;
    const caller = { principalId: submittedBy, organisationId: null } as unknown as Caller;
    const draft = this.#draft(caller, { manifest, upstreamDigest, signature: null }, await this.examine(manifest));
    return { ...draft, stage: 'SUBMITTED', signatures: [], publishedAt: submittedAt };
  }

  /** Undefined when the version may be added to these; else the reason why not, or the review it waits for. */
  async #waits(
    caller: Caller,
    version: ToolVersion,
    versions: readonly ToolVersion[],
    signature: Signature | null,
    finding: DefinitionFinding | undefined,
  ): Promise<Result<Published, Failure> | undefined> {
    const assessment = assessPublication(version.manifest, versions);
    if (assessment.kind === 'understated') return err(assessment.failure);
    const shown = finding === undefined ? undefined : suspicious(version, issuesOf(finding));
    const doubts = [
      assessment.kind === 'undecided' ? undecided(version, assessment.findings) : undefined,
      this.#likeness(caller, version, versions),
      shown,
    ].filter((it) => it !== undefined);
    const [first] = doubts;
    if (first === undefined) return undefined;
    const doubt = { ...first, findings: doubts.flatMap((it) => it.findings) };
    const subject = `${version.manifest.name}@${version.version}`;
    const act = { kind: 'publish', manifest: version.manifest, upstreamDigest: version.upstreamDigest } as const;
    if (await this.#ports.reviews.isApproved(subject, heldDigest(act))) return undefined;
    const held = await holdForReview(this.#ports, caller, { ...doubt, subject, act, ...(signature && { signature }) });
    return held.ok ? ok({ kind: 'held', review: held.value }) : held;
  }

  /** A new tool whose name resembles a well-known one: for the installation's reviewers to decide. */
  #likeness(caller: Caller, { manifest, organisationId }: ToolVersion, versions: readonly ToolVersion[]) {
    const { directory, names } = this.#ports;
    if (versions.length > 0 || runsInstallation(caller, directory)) return undefined;
    const alike = names.toolsLike(manifest.name, organisationId);
    const copied = this.#ports.copies?.of(manifest, organisationId) ?? [];
    const decides = directory.organisationNamed(defaultOrganisation)?.id;
    if (alike.length + copied.length === 0 || decides === undefined) return undefined;
    const findings = [...lookAlikeFindings('/name', alike), ...copiedFindings(copied)];
    return { organisationId: decides, kind: 'look-alike', findings } as const;
  }

  async #record(
    caller: Caller,
    version: ToolVersion,
    findings: readonly FindingSign[],
  ): Promise<Result<Published, Failure>> {
    await recordChange(this.#ports, caller, 'tool.publish', `${version.manifest.name}@${version.version}`, {
      id: version.id,
      manifestDigest: version.manifestDigest,
    });
    await this.#ports.published?.(version);
    return ok({ kind: 'published', version, created: true, findings });
  }

  async #again(
    caller: Caller,
    mine: ToolVersion,
    first: ToolVersion,
    signature: Signature | null,
  ): Promise<Result<Published, Failure>> {
    const conflict = conflictOf(mine.manifest, first);
    if (conflict !== undefined) return err(conflict);
    if (signature !== null && mine.manifestDigest !== first.manifestDigest) return duplicateSigned(first);
    return ok({ kind: 'published', version: await this.#signLater(caller, first, signature), created: false });
  }

  /** All reasons why this caller cannot publish the manifest, except an existing version. */
  check = async (caller: Caller, candidate: unknown): Promise<Result<Manifest, Failure>> => {
    const { compositions } = this.#ports;
    const whole = (await compositions?.complete(caller, candidate)) ?? candidate;
    const checked = await mayPublish(this.#ports, caller, whole);
    if (!checked.ok && checked.error.code !== 'invalid_manifest') return checked;
    const found = (await compositions?.issues(caller, whole, checked.ok ? checked.value : undefined)) ?? [];
    if (found.length === 0) return checked;
    const issues = [...(checked.ok ? [] : (checked.error.issues ?? [])), ...found];
    const problems = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
    return fail('invalid_manifest', `The composition has ${problems}: see errors.`, { issues });
  };

  /** Problems of a manifest by itself, regardless of its publisher. */
  problems = (candidate: unknown): Promise<Result<readonly Issue[], Failure>> =>
    manifestIssues(candidate, this.#ports.checks);

  /** Why a checked manifest cannot have its number; undefined when it can, has it already, or waits for a reviewer. */
  refusal(manifest: Manifest): Failure | undefined {
    const versions = this.#ports.catalogue.tool(manifest.name)?.versions ?? [];
    const first = versions.find((it) => it.versionKey === versionKey(manifest.version));
    if (first !== undefined) return conflictOf(manifest, first);
    const assessment = assessPublication(manifest, versions);
    return assessment.kind === 'understated' ? assessment.failure : undefined;
  }

  /** The versions that publishing a checked manifest will deprecate; none when its number is taken. */
  supersedes(caller: Caller, manifest: Manifest): readonly Supersession[] {
    const versions = this.#ports.catalogue.tool(manifest.name)?.versions ?? [];
    const release = draftVersion(this.#ports, caller, { manifest, upstreamDigest: null, signature: null });
    if (versions.some((it) => it.versionKey === release.versionKey)) return [];
    const staged = { ...release, stage: this.#stageOf(release, versions) };
    return supersededByRelease(staged, versions, this.#ports.clock.now(), isThereFor(this.#ports));
  }

  /** A publisher may sign a published version later; the version itself stays unchanged. */
  async #signLater(caller: Caller, version: ToolVersion, signature: Signature | null): Promise<ToolVersion> {
    const has = version.signatures.some((it) => it.by === signature?.by && it.keyId === signature.keyId);
    if (signature === null || has) return version;
    await this.#ports.signatures.addSignatures(new Map([[version.id, signature]]));
    const { name } = version.manifest;
    await recordChange(this.#ports, caller, 'tool.sign', `${name}@${version.version}`, { keyId: signature.keyId });
    return { ...version, signatures: [...version.signatures, signature] };
  }
}

const undecided = ({ organisationId }: ToolVersion, findings: readonly Issue[]) =>
  ({ organisationId, kind: 'compatibility', findings }) as const;

const suspicious = ({ organisationId }: ToolVersion, findings: readonly Issue[]) =>
  ({ organisationId, kind: 'definition', findings }) as const;

const duplicateSigned = (first: ToolVersion): Result<never, Failure> =>
  fail(
    'conflict',
    `${first.manifest.name}@${first.version} was published as "${first.publishedAs}": sign it under that name, or publish a new version.`,
  );

/** A version never changes: undefined when the content is the same, apart from the tool's name at the time. */
function conflictOf(manifest: Manifest, first: ToolVersion): Failure | undefined {
  const mine = manifestDigest(manifest);
  const former = { ...manifest, name: first.publishedAs ?? manifest.name };
  if (first.manifestDigest === mine || first.manifestDigest === manifestDigest(former)) return undefined;
  return fail(
    'version_conflict',
    `${first.manifest.name}@${first.version} was published with other content, and a version never changes: publish yours under a new number.`,
    { data: { published: first.manifestDigest, yours: mine } },
  ).error;
}
