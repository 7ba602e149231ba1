import type { KeptResult } from './idempotency-ledger.js';

/** A use of a key on this replica that asks the ledger for all others, and perhaps makes the call. */
export class UnderWay {
  readonly #heard = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<KeptResult | undefined>();

  constructor(
    readonly requestDigest: string,
    /** Of the call that is made under the key, as far as is known. */
    public invocationId: string,
    private readonly leave: (own: UnderWay) => void,
  ) {}

  /** Resolves when the ledger has confirmed that the key belongs to this call, or the use is over. */
  get heard(): Promise<void> {
    return this.#heard.promise;
  }

  /** The result, or undefined when the key is free again or no request waits any more. */
  get ended(): Promise<KeptResult | undefined> {
    return this.#ended.promise;
  }

  /** The ledger's answer: the key belongs to this call, which that invocation makes. */
  hear(invocationId: string): void {
    this.invocationId = invocationId;
    this.#heard.resolve();
  }

  /** Once. */
  end(result: KeptResult | undefined): void {
    this.leave(this);
    this.#ended.resolve(result);
    this.#heard.resolve();
  }
}

/** Of all uses of a key on this replica one asks the ledger; the others wait for it here, so that a storm costs one. */
export class CallsUnderWay {
  readonly #underWay = new Map<string, UnderWay>();

  of(principalId: string, key: string): UnderWay | undefined {
    return this.#underWay.get(slot(principalId, key));
  }

  /** Takes the place until it ends. */
  begin(principalId: string, key: string, requestDigest: string, invocationId: string): UnderWay {
    const name = slot(principalId, key);
    const own = new UnderWay(requestDigest, invocationId, (it) => {
      if (this.#underWay.get(name) === it) this.#underWay.delete(name);
    });
    this.#underWay.set(name, own);
    return own;
  }
}

/** Keys hold no spaces. */
const slot = (principalId: string, key: string): string => `${principalId} ${key}`;
