import {
  type Claim,
  type ClaimAnswer,
  type IdempotencyLedger,
  idempotencyDefaults,
  type KeptResult,
  type KeyedCallState,
  type KeyUse,
  type LostClaim,
  type Reach,
} from '../idempotency/idempotency-ledger.js';

interface Entry {
  readonly use: KeyUse;
  readonly holder: InMemoryIdempotencyLedger | null;
  readonly fence: number;
  readonly claimedAt: number;
  readonly earlier: { readonly invocationId: string; readonly reach: Reach } | null;
  readonly result: KeptResult | null;
  readonly unknown: boolean;
  readonly reported: boolean;
}

/** The ledger without a database. `another` represents another process; `die` ends the lease of this one. */
export class InMemoryIdempotencyLedger implements IdempotencyLedger {
  #isDead = false;

  constructor(private readonly book = new Map<string, Entry>()) {}

  /** The same keys, as another process has them. */
  another = (): InMemoryIdempotencyLedger => new InMemoryIdempotencyLedger(this.book);

  die(): void {
    this.#isDead = true;
  }

  async claim(use: KeyUse, at: number): Promise<ClaimAnswer> {
    const found = this.book.get(slot(use));
    const isOver = found !== undefined && found.claimedAt + idempotencyDefaults.keepMs <= at;
    if (found === undefined || (isOver && !isHeld(found))) {
      const fence = (found?.fence ?? 0) + 1;
      return this.#take({
        use,
        fence,
        claimedAt: at,
        earlier: null,
        reported: false,
        holder: this,
        result: null,
        unknown: false,
      });
    }
    const { invocationId } = found.use;
    if (found.use.requestDigest !== use.requestDigest) return { state: 'other', invocationId };
    if (found.result !== null) return { state: 'finished', invocationId, result: found.result };
    if (isHeld(found)) return { state: 'running', invocationId };
    return this.#take({ ...found, use, holder: this, fence: found.fence + 1 });
  }

  async reach(claim: Claim, reach: Reach): Promise<boolean> {
    return this.#change(claim, (entry) => ({
      ...entry,
      earlier: { invocationId: entry.use.invocationId, reach },
    }));
  }

  async finish(claim: Claim, result: KeptResult, unknown: boolean): Promise<boolean> {
    // As a database would keep it: what is changed later is not what was kept.
    const kept = JSON.parse(JSON.stringify(result)) as KeptResult;
    return this.#change(claim, (entry) => ({ ...entry, result: kept, unknown, holder: null }));
  }

  async park(claim: Claim, result: KeptResult, until: number): Promise<boolean> {
    if (!(await this.finish(claim, result, false))) return false;
    const kept = this.book.get(slot(claim)) as Entry;
    this.book.set(slot(claim), { ...kept, claimedAt: Math.max(kept.claimedAt, until - idempotencyDefaults.keepMs) });
    return true;
  }

  async reopen(principalId: string, key: string, at: number): Promise<Claim | undefined> {
    const found = this.book.get(slot({ principalId, key }));
    const { status } = found?.result?.envelope ?? {};
    if (found === undefined || (status !== 'awaiting_approval' && status !== 'scheduled')) return undefined;
    const claimedAt = Math.max(found.claimedAt, at);
    const taken = { ...found, claimedAt, holder: this, fence: found.fence + 1, result: null };
    this.book.set(slot(found.use), taken);
    return claimOf(taken);
  }

  async release(claim: Claim, reached: boolean): Promise<void> {
    this.#change(claim, (entry) => (reached ? { ...entry, holder: null } : undefined));
  }

  async find(principalId: string, key: string, at: number) {
    const found = this.book.get(slot({ principalId, key }));
    if (found === undefined || found.claimedAt + idempotencyDefaults.keepMs <= at) return undefined;
    const { invocationId, requestDigest } = found.use;
    return { invocationId, requestDigest, isFinished: found.result !== null };
  }

  async findCall(principalId: string, invocationId: string, at: number): Promise<KeyedCallState | undefined> {
    const found = [...this.book.values()].find(
      ({ use }) => use.principalId === principalId && use.invocationId === invocationId,
    );
    if (found === undefined || found.claimedAt + idempotencyDefaults.keepMs <= at) return undefined;
    const { use, claimedAt, earlier, result } = found;
    const { organisationId, key } = use;
    const reach = earlier?.invocationId === invocationId ? earlier.reach : null;
    const reached = reach && { tool: reach.tool, version: reach.version };
    return { invocationId, organisationId, principalId, key, claimedAt, reached, isHeld: isHeld(found), result };
  }

  async takeLost(_graceMs: number, limit: number): Promise<readonly LostClaim[]> {
    const lost = [...this.book.values()].filter(
      (it) => it.result === null && it.earlier !== null && !it.reported && !isHeld(it),
    );
    return lost.slice(0, limit).flatMap((entry) => {
      const taken = { ...entry, holder: this, fence: entry.fence + 1 };
      this.book.set(slot(entry.use), taken);
      return entry.earlier === null ? [] : [{ claim: claimOf(taken), earlier: entry.earlier }];
    });
  }

  async reported(claim: Pick<Claim, 'principalId' | 'key'>): Promise<void> {
    const found = this.book.get(slot(claim));
    if (found !== undefined) this.book.set(slot(claim), { ...found, reported: true });
  }

  async untold(limit: number) {
    const untold = [...this.book.values()].filter((it) => it.unknown && !it.reported);
    return untold
      .slice(0, limit)
      .flatMap((entry) => (entry.result === null ? [] : [{ ...claimOf(entry), ...entry.result }]));
  }

  async prune(at: number): Promise<number> {
    const over = [...this.book].filter(
      ([, entry]) => entry.claimedAt + idempotencyDefaults.keepMs <= at && !isHeld(entry),
    );
    for (const [name] of over) this.book.delete(name);
    return over.length;
  }

  async close(): Promise<void> {
    this.die();
  }

  /** Whether a holder lives. */
  get isAlive(): boolean {
    return !this.#isDead;
  }

  #take(entry: Entry): ClaimAnswer {
    this.book.set(slot(entry.use), entry);
    return { state: 'claimed', claim: claimOf(entry), earlier: entry.earlier };
  }

  /** Of a claim that is still its holder's; undefined removes it. */
  #change(claim: Claim, change: (entry: Entry) => Entry | undefined): boolean {
    const found = this.book.get(slot(claim));
    const isOurs = found?.fence === claim.fence && found.use.invocationId === claim.invocationId;
    if (!isOurs || found.holder === null || found.result !== null) return false;
    const changed = change(found);
    if (changed === undefined) this.book.delete(slot(claim));
    else this.book.set(slot(claim), changed);
    return true;
  }
}

const isHeld = ({ holder }: Entry): boolean => holder?.isAlive === true;

const slot = ({ principalId, key }: Pick<Claim, 'principalId' | 'key'>): string => `${principalId} ${key}`;

const claimOf = ({ use: { organisationId, principalId, key, invocationId }, fence }: Entry): Claim => ({
  organisationId,
  principalId,
  key,
  invocationId,
  fence,
});
