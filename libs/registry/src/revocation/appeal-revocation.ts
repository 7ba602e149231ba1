import { administratorsOf, type Caller, owns, recordChange } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Revocation, targetOf } from './revocation.js';
import { RevocationRights } from './revocation-rights.js';
import type { RevocationPorts } from './revoke-tools.js';

/**
 * An owner's appeal against a revocation they cannot lift: one statement, stored with it and sent to the administrators
 * of the installation. The revocation stays in force until an administrator lifts it.
 */
export class AppealRevocation {
  readonly #ports: RevocationPorts;
  readonly #rights: RevocationRights;

  constructor(ports: RevocationPorts) {
    this.#ports = ports;
    this.#rights = new RevocationRights(ports.catalogue, ports.directory);
  }

  async run(caller: Caller, id: string, reason: string): Promise<Result<Revocation, Failure>> {
    const { catalogue, store, feed, clock } = this.#ports;
    await feed.caughtUp();
    const found = catalogue.revocations.get(id);
    if (found === undefined || !this.#rights.sees(caller, found)) {
      return fail('not_found', `No revocation has the id "${id}": GET /v1/revocations lists them.`);
    }
    const refusal = this.#refusal(caller, found);
    if (refusal !== null) return refusal;
    const appeal = { at: clock.now(), by: caller.principalId as string, reason };
    if (!(await store.appealRevocation(id, appeal))) {
      await feed.caughtUp();
      return fail('conflict', 'It was lifted or appealed in the meantime: GET /v1/revocations shows it.');
    }
    await recordChange(this.#ports, caller, 'revocation.appeal', targetOf(found), { revocation: id, reason });
    const appealed = { ...found, appeal };
    await this.#tell(caller, appealed, reason);
    return ok(catalogue.revocations.get(id) ?? appealed);
  }

  #refusal(caller: Caller, found: Revocation) {
    const namespace = this.#ports.directory.namespace(found.namespace);
    if (namespace === undefined || caller.principalId === null || !owns(caller, namespace)) {
      return fail('forbidden', `Only the owners of "${found.namespace}" appeal: ask one of them.`);
    }
    if (found.lifted !== null) return fail('conflict', 'It has been lifted already: nothing is left to appeal.');
    if (found.appeal !== null) {
      return fail('conflict', 'An appeal is already pending: an administrator of the installation decides on it.');
    }
    return null;
  }

  async #tell(caller: Caller, { id, ...revocation }: Revocation, reason: string): Promise<void> {
    const { directory, notices, clock } = this.#ports;
    const to = administratorsOf(directory, clock.now());
    if (to.length === 0) return;
    const target = targetOf(revocation);
    const text = `${caller.name} appeals against the revocation of ${target}: ${reason}\nIt was revoked because: ${revocation.reason}\nDELETE /v1/revocations/${id}?reason=… lifts it; it stays in force until then.`;
    const details = { revocation: id, target, reason };
    await notices.send([
      { key: `revocation ${id} appealed`, kind: 'revocation.appealed', subject: target, text, details, to },
    ]);
  }
}
