import type { Envelope, OutputDestination, OutputOption, Pointer, Routed } from '@assay/contracts';
import { type Clock, isoTime, type LanguageModel, type LoadTokenCounter, pausing } from '@assay/kernel';
import { type Fitted, fitInto } from './fit-into.js';
import { Counting, type Formed } from './forms.js';
import { type KeepOutput, type KeptFrom, pointerTo } from './keep-output.js';
import { pickFields } from './pick-fields.js';
import { Summaries } from './summarise.js';

export interface OutputRouterPorts {
  readonly loadTokens: LoadTokenCounter;
  /** Null when none is configured. */
  readonly languageModel: LanguageModel | null;
  readonly keep: KeepOutput;
  readonly clock: Clock;
}

/** A result on its way. */
export interface Routable {
  readonly output: unknown;
  readonly option: OutputOption;
  readonly from: KeptFrom;
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  readonly task?: string | undefined;
  readonly remainingMs: number;
  readonly signal: AbortSignal;
}

/** What of an envelope routing decides. */
export interface RoutedResult extends Pick<Envelope, 'output' | 'context' | 'pointer'> {
  readonly routed: Routed;
  /** The whole result is to be kept with the call. */
  readonly isObserved?: boolean;
}

/** Pointers that lead nowhere and are named. */
const missingNamed = 5;

/**
 * Sends a result to its destinations (SPEC section 5, after 14.2): the caller, at the level that fits and costs least, as
 * it is or as a block for a context; the caller's memory; the record of the call; or nowhere. Never fails: the call has
 * been made, so what could not be done is said in `notes`.
 */
export class OutputRouter {
  readonly #ports: OutputRouterPorts;
  readonly #summaries: Summaries | undefined;

  constructor(ports: OutputRouterPorts) {
    this.#ports = ports;
    this.#summaries = ports.languageModel === null ? undefined : new Summaries(ports.languageModel, ports.clock);
  }

  /** Whether L2 is offered: it needs a model. */
  get summarises(): boolean {
    return this.#summaries !== undefined;
  }

  async route(result: Routable): Promise<RoutedResult> {
    const { output, option } = result;
    const destinations = option.destinations ?? [];
    const picked = option.fields === undefined ? undefined : pickFields(output, option.fields);
    const wanted = picked === undefined ? output : picked.output;
    const notes = missingNotes(picked?.missing ?? []);
    const memory = destinations.includes('memory') ? await this.#remember(wanted, result, notes) : undefined;
    const isObserved = destinations.includes('observation');
    const also = { ...(memory && { memory }), notes, destinations };
    if (!isReturned(destinations))
      return { ...(isObserved && { isObserved }), routed: { level: null, why: goneTo(destinations), ...also } };
    const formed = { output: wanted, isProjected: picked !== undefined, schema: result.schema, task: result.task };
    const fitted = await this.#fit(formed, result);
    const { level, why, tokens, rawTokens, considered, pointer } = fitted;
    const taken = destinations.includes('context') ? { context: fitted.text } : {};
    return {
      ...(level !== null && { output: fitted.output, ...taken }),
      ...(pointer && { pointer }),
      ...(isObserved && { isObserved }),
      routed: {
        ...also,
        level,
        why,
        tokens,
        rawTokens,
        considered: [...considered],
        notes: [...notes, ...fitted.notes],
      },
    };
  }

  async #fit(formed: Formed, { output, option, from, remainingMs, signal }: Routable): Promise<Fitted> {
    const counting = new Counting(await this.#ports.loadTokens(), pausing(this.#ports.clock));
    const keepWhole = async (): Promise<Pointer | string> => {
      const kept = await this.#ports.keep.pointer(output, from);
      return kept.ok ? pointerTo(kept.value.output) : kept.error;
    };
    return fitInto({ formed, option, from, remainingMs, signal }, { counting, summaries: this.#summaries, keepWhole });
  }

  async #remember(wanted: unknown, { option, from }: Routable, notes: string[]): Promise<Routed['memory']> {
    const kept = await this.#ports.keep.memory(wanted, from, option.memory ?? {});
    if (!kept.ok) {
      notes.push(kept.error);
      return undefined;
    }
    const { id, layer, expiresAt } = kept.value.output;
    return { id, layer: layer ?? 'episodic', expiresAt: isoTime(expiresAt), known: kept.value.known };
  }
}

/** Without a destination a result goes back to its caller, as it always does. */
const isReturned = (destinations: readonly OutputDestination[]): boolean =>
  destinations.length === 0 || destinations.includes('context');

const goneTo = (destinations: readonly OutputDestination[]): string =>
  `Not returned: sent to ${destinations.map((it) => (it === 'discard' ? 'nowhere' : it)).join(' and ')}, as requested.`;

function missingNotes(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const more = missing.length > missingNamed ? ` and ${missing.length - missingNamed} more` : '';
  return [`The result has no ${missing.slice(0, missingNamed).join(', ')}${more}.`];
}
