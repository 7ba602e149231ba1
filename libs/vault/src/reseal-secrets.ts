import { type Caller, type Directory, type IdentityPorts, recordChange, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { SecretReseal } from './connection-store.js';

export interface ResealPorts extends Pick<IdentityPorts, 'audit' | 'feed'> {
  readonly directory: Directory;
  readonly secrets: SecretReseal;
}

/** After the encryption key was changed: seals everything under the new one, so that the old one can go. */
export class ResealSecrets {
  readonly #ports: ResealPorts;

  constructor(ports: ResealPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller): Promise<Result<{ readonly resealed: number; readonly kept: number }, Failure>> {
    if (!runsInstallation(caller, this.#ports.directory))
      return fail('forbidden', 'Only operators of this installation can re-encrypt secrets, with an unrestricted key.');
    const counts = await this.#ports.secrets.reseal();
    await recordChange(this.#ports, caller, 'secrets.reseal', 'installation', counts);
    return ok(counts);
  }
}
