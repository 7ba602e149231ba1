import type { Failure, Result } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { Compiled } from '../compile-composition.js';
import type { StepCall } from '../run/scope.js';
import type { KeptOutcomes } from './kept-outcomes.js';
import type { StepResult } from './make-step.js';
import { resultIn } from './step-ends.js';
import type { Effects } from './undo-losers.js';

type Version = { readonly tool: string; readonly version: string };

export interface StepEffectsParts {
  readonly compiled: Pick<Compiled, 'tools'>;
  readonly known: Pick<KeptOutcomes, 'effects'>;
  readonly catalogue: Pick<Catalogue, 'tool'>;
  readonly effects: Effects;
}

/** Which steps of a run acted, or may have, and which versions did, so that they can be undone. */
export class StepEffects {
  readonly #parts: StepEffectsParts;

  constructor(parts: StepEffectsParts) {
    this.#parts = parts;
  }

  /** Takes into account what steps did before the run was left: without an end they had been begun, and may have acted. */
  recall(): void {
    for (const { path, acted, outcome } of this.#parts.known.effects())
      this.note({ path, input: acted.input }, acted, outcome === null ? undefined : resultIn(outcome));
  }

  /** A fallback may have been called instead of the step's tool. */
  whatActed(reference: string, envelope: StepResult['envelope']): Version {
    const found = this.#parts.compiled.tools.find(reference);
    const [name, version] = found.ok ? [found.value.manifest.name, found.value.version.version] : [reference, ''];
    return envelope?.version == null ? { tool: name, version } : { tool: envelope.tool, version: envelope.version };
  }

  /**
   * @param result undefined when the outcome is unknown.
   */
  note(step: Pick<StepCall, 'path' | 'input'>, acted: Version, result: Result<unknown, Failure> | undefined): void {
    const { effects } = this.#parts;
    const version = this.#versionOf(acted);
    if (version === undefined) return;
    if (result?.ok) effects.note(step, version, result.value);
    else if (result === undefined || result.error.outcome === 'done' || result.error.outcome === 'unknown')
      effects.note(step, version, null);
    else if (result.error.code !== 'cancelled') effects.forget(step.path);
  }

  #versionOf({ tool, version }: Version): ToolVersion | undefined {
    return this.#parts.catalogue.tool(tool)?.versions.find((it) => it.version === version);
  }
}
