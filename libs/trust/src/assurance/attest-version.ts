import type { Attest, AttestationKind } from '@assay/contracts';
import { type Caller, type Directory, hasScope, recordChange, runsInstallation } from '@assay/identity';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
  type Signer,
} from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { type Attestation, type AttestationStore, statementOf } from './attestation.js';
import { isOwner, seenVersion } from './owned-version.js';
import type { Verification } from './verification.js';

export interface AttestPorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'revocations'>;
  readonly directory: Directory;
  readonly attestations: AttestationStore;
  readonly signer: Signer;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when the facts about a version have changed, so that its trust is recomputed. */
  readonly judged: (versionId: string) => Promise<void>;
}

export interface ShownAttestation {
  readonly attestation: Attestation;
  readonly version: ToolVersion;
}

/**
 * Audits and identities. A provider assesses its own tools; a third party is an organisation other than the provider,
 * or an administrator of the installation with an audit report; a provider's identity is attested by administrators of
 * the installation. All require a key with the scope `trust:attest`, and are signed by the registry.
 */
export class AttestVersion {
  readonly #ports: AttestPorts;

  constructor(ports: AttestPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, toolId: string, number: string, wish: Attest): Promise<Result<ShownAttestation, Failure>> {
    const found = seenVersion(this.#ports, caller, toolId, number);
    if (!found.ok) return found;
    const version = found.value;
    const refusal = this.#refusal(caller, version, wish.kind);
    if (refusal !== null) return refusal;
    const attestation = this.#signed(caller, version, wish);
    const { attestations, judged } = this.#ports;
    const verification = wish.kind === 'third-party' ? auditOf(attestation, caller, this.#ports.random.uuid()) : null;
    if (!(await attestations.add(attestation, verification))) {
      return fail('not_found', `${toolId}@${version.version} is gone.`);
    }
    const subject = subjectOf(version);
    const { id, kind, evidence, evidenceDigest, statement, keyId, signature } = attestation;
    await recordChange(this.#ports, caller, 'version.attest', subject, {
      attestation: id,
      kind,
      evidence,
      evidenceDigest,
      statement,
      keyId,
      signature,
    });
    await judged(version.id);
    return ok({ attestation, version });
  }

  /** Newest first. */
  async list(
    caller: Caller,
    toolId: string,
    number: string,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<Result<ShownAttestation[], Failure>> {
    const found = seenVersion(this.#ports, caller, toolId, number);
    if (!found.ok) return found;
    const version = found.value;
    const listed = await this.#ports.attestations.list({ versionId: version.id, ...page });
    return ok(listed.map((attestation) => ({ attestation, version })));
  }

  #signed(caller: Caller, version: ToolVersion, { kind, evidence, evidenceDigest }: Attest): Attestation {
    const { directory, signer, clock, random } = this.#ports;
    const at = clock.now();
    const organisation = directory.organisation(caller.organisationId as string)?.name ?? '';
    const stated = { kind, evidence, evidenceDigest, organisation, by: caller.name, at };
    const { manifestDigest } = version;
    const statement = statementOf({ ...stated, subject: subjectOf(version), manifestDigest });
    return {
      id: random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      ...stated,
      statement,
      keyId: signer.keyId,
      signature: signer.sign(statement),
      withdrawn: null,
    };
  }

  #refusal(caller: Caller, version: ToolVersion, kind: AttestationKind) {
    const { directory } = this.#ports;
    if (!hasScope(caller, 'trust:attest') || caller.principalId === null)
      return fail('forbidden', 'Attesting needs a key with the scope trust:attest.');
    const runs = runsInstallation(caller, directory);
    const subject = subjectOf(version);
    switch (kind) {
      case 'self':
        return isOwner(directory, caller, version)
          ? null
          : fail('forbidden', `Only the owners of ${subject} assess it themselves: attest with kind third-party.`);
      case 'third-party':
        return runs || caller.organisationId !== version.organisationId
          ? null
          : fail(
              'forbidden',
              `You belong to the provider of ${subject}: an audit by a third party is attested by another organisation, or by an administrator of the registry.`,
            );
      case 'identity':
        return runs
          ? null
          : fail(
              'forbidden',
              'Who a provider is, is attested by an administrator of the registry: show it the evidence.',
            );
    }
  }
}

const subjectOf = ({ namespace, tool, version }: ToolVersion): string => `${namespace}/${tool}@${version}`;

/** A third party's audit is a verification of its own. */
const auditOf = ({ evidence, organisation, at, organisationId, versionId }: Attestation, caller: Caller, id: string) =>
  ({
    id,
    organisationId,
    versionId,
    trigger: 'attested',
    requestedBy: caller.principalId,
    startedAt: at,
    endedAt: at,
    kind: 'audit',
    verdict: 'green',
    summary: `audited by ${organisation}: ${evidence}`,
    checks: [],
  }) satisfies Verification;
