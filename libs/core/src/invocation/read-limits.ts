import type { Catalogue } from '../catalog/catalogue.js';
import type { ToolVersion } from '../catalog/records.js';
import { resolveVersion } from '../catalog/resolve-version.js';
import { visibleVersions } from '../catalog/tool-audience.js';
import { type Caller, hasScope } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitReference } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
import { type LimitStanding, standingsOf } from '../policy/limits.js';
import { revokedRules } from './alternatives.js';
import type { CallLimits } from './limits.js';

export interface ReadLimitsPorts extends CallLimits {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

/** The limits that bind somebody, and what is left of them now. */
export class ReadLimits {
  readonly #ports: ReadLimitsPorts;

  constructor(ports: ReadLimitsPorts) {
    this.#ports = ports;
  }

  /** Of whatever the caller calls and, if it publishes, provides; `reference` adds those of calling that tool. */
  async run(caller: Caller, reference?: string): Promise<Result<LimitStanding[], Failure>> {
    const { counters, rates } = this.#ports;
    const version = reference === undefined ? undefined : this.#version(caller, reference);
    if (version !== undefined && !version.ok) return version;
    const called = version === undefined ? counters.ofCaller(caller) : counters.ofCall(caller, version.value);
    const provides = caller.organisationId !== null && hasScope(caller, 'registry:publish');
    const provided = provides ? counters.ofProvider(caller.organisationId) : [];
    // Asked for by themselves: the same counter may bind the caller on both sides.
    const [asCaller, asProvider] = await Promise.all([rates.peek(called), rates.peek(provided)]);
    const standings = standingsOf({ counters: called, acquired: asCaller });
    const others = standingsOf({ counters: provided, acquired: asProvider }).filter(
      (it) => !standings.some(({ name, subject }) => name === it.name && subject === it.subject),
    );
    const each = counters.ofOneCall(caller);
    return ok([...standings, ...(each === undefined ? [] : [each]), ...others]);
  }

  #version(caller: Caller, reference: string): Result<ToolVersion, Failure> {
    const { catalogue, directory } = this.#ports;
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    if (versions.length === 0) return fail('not_found', `No tool "${name}".`);
    const found = resolveVersion(name, versions, range, () => null, revokedRules(caller, catalogue, directory));
    return found.ok ? ok(found.value.version) : found;
  }
}
