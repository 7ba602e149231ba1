import type { Clock } from '@assay/kernel';
import type { Waiting } from '../runs/await-persons.js';

/** The steps of a composition that are under way, and which of them wait for a person. */
export class WaitingSteps {
  readonly #waiting = new Set<Waiting>();
  readonly #clock: Pick<Clock, 'after'>;
  readonly #leave: (() => void) | undefined;
  #underWay = 0;
  #isLeft = false;

  /**
   * @param leave called, once, when some wait for a person's approval and no other one continues; undefined when
   * nothing can be suspended.
   */
  constructor(clock: Pick<Clock, 'after'>, leave: (() => void) | undefined) {
    this.#clock = clock;
    this.#leave = leave;
  }

  get isLeft(): boolean {
    return this.#isLeft;
  }

  get waits(): readonly Waiting[] {
    return [...this.#waiting];
  }

  /** Makes a step, and knows of it meanwhile. */
  async during<T>(make: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await make();
    } finally {
      this.#underWay -= 1;
      this.#look();
    }
  }

  /** A step waits; what is answered is called when it does no longer. A ticket is no consent: it is waited for. */
  begin = (call: Waiting): (() => void) => {
    if (call.status !== 'awaiting_approval') return () => undefined;
    this.#waiting.add(call);
    this.#look();
    return () => {
      if (!this.#isLeft) this.#waiting.delete(call);
    };
  };

  /** What a step that has just ended lets begin, begins first. */
  #look(): void {
    if (this.#leave === undefined || !this.#allWait()) return;
    this.#clock.after(0, () => {
      if (this.#isLeft || !this.#allWait()) return;
      this.#isLeft = true;
      this.#leave?.();
    });
  }

  #allWait = (): boolean => this.#waiting.size > 0 && this.#waiting.size === this.#underWay;
}
