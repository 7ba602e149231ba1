import { type Clock, lruMap, minuteMs } from '@assay/kernel';

/** A caller's wrong inputs are worth so many questions to a model. */
export const maxAsksPerMinute = 30;
/** Callers kept in mind; who asked longest ago is forgotten first. */
const maxCallers = 10_000;

/**
 * How often a model may be asked on a caller's behalf, on this replica: an input that does not fit costs its caller
 * nothing, and must not cost the operator without end. Counted in windows of a minute, each begun by its first question.
 */
export class ModelAllowance {
  readonly #windows = lruMap<string, { readonly since: number; asked: number }>(maxCallers);

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Takes one question; false when none is left for now. */
  take(principalId: string): boolean {
    const now = this.clock.monotonic();
    const known = this.#windows.peek(principalId);
    const window = known !== undefined && now - known.since < minuteMs ? known : { since: now, asked: 0 };
    if (window.asked >= maxAsksPerMinute) return false;
    window.asked += 1;
    this.#windows.set(principalId, window);
    return true;
  }
}
