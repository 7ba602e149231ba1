import { type Caller, hasScope, recordChange, runsInstallation } from '@assay/identity';
import { type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { AttestPorts, ShownAttestation } from './attest-version.js';
import type { Attestation } from './attestation.js';
import { isOwner, seenVersion } from './owned-version.js';

/** Where an attestation stands. */
export interface AttestationPlace {
  readonly tool: string;
  readonly version: string;
  readonly id: string;
}

/**
 * Withdraws an attestation: allowed for members of the organisation that made it, for an owner's own assessment, and
 * for administrators of the installation. The record stays; the audit and identity it provided do not, and the
 * version's trust and stage are updated.
 */
export class WithdrawAttestation {
  readonly #ports: AttestPorts;

  constructor(ports: AttestPorts) {
    this.#ports = ports;
  }

  async run(
    caller: Caller,
    { tool, version: number, id }: AttestationPlace,
    reason: string,
  ): Promise<Result<ShownAttestation, Failure>> {
    const { attestations, clock, judged } = this.#ports;
    const seen = seenVersion(this.#ports, caller, tool, number);
    if (!seen.ok) return seen;
    const version = seen.value;
    const found = isUuid(id) ? await attestations.find(id) : undefined;
    if (found === undefined || found.versionId !== version.id) {
      return fail(
        'not_found',
        `No attestation of ${subjectOf(version)} has the id "${id}": list them to see which there are.`,
      );
    }
    if (!this.#may(caller, version, found)) {
      return fail(
        'forbidden',
        `Only ${found.organisation}, who attested it, or an administrator of the registry withdraws it.`,
      );
    }
    const withdrawn = { at: clock.now(), by: caller.name, reason };
    if (!(await attestations.withdraw(id, withdrawn))) {
      return fail('conflict', 'It was already withdrawn.');
    }
    const { kind, evidence } = found;
    await recordChange(this.#ports, caller, 'version.attest-withdraw', subjectOf(version), {
      attestation: id,
      kind,
      evidence,
      reason,
    });
    await judged(version.id);
    return ok({ attestation: { ...found, withdrawn }, version });
  }

  #may(caller: Caller, version: ToolVersion, { kind, organisation }: Attestation): boolean {
    const { directory } = this.#ports;
    if (!hasScope(caller, 'trust:attest') || caller.principalId === null) return false;
    if (runsInstallation(caller, directory)) return true;
    if (kind === 'self') return isOwner(directory, caller, version);
    if (kind === 'identity' || caller.organisationId === null) return false;
    return directory.organisation(caller.organisationId)?.name === organisation;
  }
}

const subjectOf = ({ namespace, tool, version }: ToolVersion): string => `${namespace}/${tool}@${version}`;
