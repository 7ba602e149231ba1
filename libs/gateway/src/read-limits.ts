import { type Caller, type Directory, hasScope } from '@assay/identity';
import { type Failure, ok, type Result } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { CallLimits } from './limits.js';
import type { LimitStanding } from './policy/limit-standing.js';
import { standingsOf } from './policy/limits.js';
import { seenVersion } from './seen-version.js';

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
    const version = reference === undefined ? undefined : seenVersion(reference, caller, this.#ports);
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
}
