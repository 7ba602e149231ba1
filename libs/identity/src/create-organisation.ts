import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Caller } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { defaultOrganisation, runsInstallation } from './installation.js';
import { recordChange } from './record-change.js';
import type { Organisation } from './records.js';

/** Adds a tenant; only administrators of the installation's own organisation may. */
export async function createOrganisation(
  ports: IdentityPorts,
  caller: Caller,
  name: string,
): Promise<Result<Organisation, Failure>> {
  if (!runsInstallation(caller, ports.directory)) {
    return fail('forbidden', `Organisations are created by administrators of "${defaultOrganisation}".`);
  }
  const organisation: Organisation = { id: ports.random.uuid(), name, createdAt: ports.clock.now() };
  if ((await ports.store.addOrganisation(organisation)) === 'taken') {
    return fail('conflict', `The organisation "${name}" exists: choose another name.`);
  }
  await recordChange(ports, caller, 'organisation.create', name);
  return ok(organisation);
}
