import { type Caller, hasScope, type IdentityPorts, owns, recordChange, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, type ToolVersion, versionKey, visibleVersions } from '@assay/registry';
import type { Circuits, CircuitView } from './circuits.js';

export interface BreakerPorts extends Pick<IdentityPorts, 'directory' | 'audit' | 'feed'> {
  readonly catalogue: Pick<Catalogue, 'tool' | 'version' | 'versionById'>;
  readonly circuits: Circuits;
}

/** A circuit breaker, and the version it is of. */
export interface ShownBreaker {
  readonly version: ToolVersion;
  readonly circuit: CircuitView;
}

/** Circuit breakers, for those who see the tools, and their owners' administrators. */
export class Breakers {
  readonly #ports: BreakerPorts;

  constructor(ports: BreakerPorts) {
    this.#ports = ports;
  }

  /** Those of versions that this caller sees: the ones that refuse calls first, then by name. */
  list(caller: Caller): readonly ShownBreaker[] {
    const shown = this.#ports.circuits.list().flatMap((circuit) => {
      const version = this.#ports.catalogue.versionById(circuit.versionId);
      return version !== undefined && this.#sees(caller, version) ? [{ version, circuit }] : [];
    });
    return shown.sort(
      (a, b) => Number(a.circuit.state === 'CLOSED') - Number(b.circuit.state === 'CLOSED') || byName(a, b),
    );
  }

  /** Closes a breaker and forgets what it counted, on all replicas. */
  async reset(caller: Caller, tool: string, number: string): Promise<Result<ShownBreaker, Failure>> {
    const { catalogue, circuits } = this.#ports;
    const version = catalogue.version(tool, versionKey(number) ?? number);
    if (version === undefined || !this.#sees(caller, version))
      return fail('not_found', `No version ${number} of a tool "${tool}": GET /v1/breakers names those there are.`);
    if (!this.#mayReset(caller, version))
      return fail(
        'forbidden',
        `An administrator among the owners of ${version.namespace} resets it, or who runs the installation.`,
      );
    await circuits.reset(version.id);
    await recordChange(this.#ports, caller, 'breaker.reset', `${version.manifest.name}@${version.version}`);
    const left = circuits.list().find((it) => it.versionId === version.id);
    return ok({ version, circuit: left ?? { ...closed, versionId: version.id, shared: circuits.shared } });
  }

  #sees = (caller: Caller, { namespace, tool, id }: ToolVersion): boolean =>
    visibleVersions(this.#ports.catalogue.tool(`${namespace}/${tool}`), caller, this.#ports.directory).some(
      (it) => it.id === id,
    );

  #mayReset(caller: Caller, version: ToolVersion): boolean {
    const { directory } = this.#ports;
    if (runsInstallation(caller, directory)) return true;
    const namespace = directory.namespace(version.namespace);
    return hasScope(caller, 'admin') && namespace !== undefined && owns(caller, namespace);
  }
}

const closed = { state: 'CLOSED', calls: 0, failures: 0, openUntil: null, openings: 0 } as const;

const byName = (a: ShownBreaker, b: ShownBreaker): number => (nameOf(a) < nameOf(b) ? -1 : 1);
const nameOf = ({ version }: ShownBreaker): string => `${version.manifest.name}@${version.versionKey}`;
