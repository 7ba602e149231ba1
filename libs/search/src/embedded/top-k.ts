/** The `limit` best of what is offered: a heap whose root is the worst kept, so that one pass over n costs n·log(limit). */
export class Best {
  private readonly slots: number[] = [];
  private readonly scores: number[] = [];

  /** `earlier` decides between equal scores. */
  constructor(
    private readonly limit: number,
    private readonly earlier: (a: number, b: number) => boolean,
  ) {}

  offer(slot: number, score: number): void {
    if (this.slots.length < this.limit) {
      this.slots.push(slot);
      this.scores.push(score);
      this.rise(this.slots.length - 1);
    } else if (
      this.limit > 0 &&
      score >= (this.scores[0] as number) &&
      this.worse(this.slots[0] as number, this.scores[0] as number, slot, score)
    ) {
      this.slots[0] = slot;
      this.scores[0] = score;
      this.sink();
    }
  }

  /** Best first. The heap is empty afterwards. */
  take(): { slot: number; score: number }[] {
    const taken = this.slots.map((slot, at) => ({ slot, score: this.scores[at] as number }));
    this.slots.length = 0;
    this.scores.length = 0;
    return taken.sort((a, b) => (this.worse(a.slot, a.score, b.slot, b.score) ? 1 : -1));
  }

  private worse(slot: number, score: number, than: number, thanScore: number): boolean {
    return score < thanScore || (score === thanScore && slot !== than && this.earlier(than, slot));
  }

  private below(a: number, b: number): boolean {
    return this.worse(
      this.slots[a] as number,
      this.scores[a] as number,
      this.slots[b] as number,
      this.scores[b] as number,
    );
  }

  private rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.below(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(): void {
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      let worst = at;
      if (left < this.slots.length && this.below(left, worst)) worst = left;
      if (right < this.slots.length && this.below(right, worst)) worst = right;
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private swap(a: number, b: number): void {
    const slot = this.slots[a] as number;
    const score = this.scores[a] as number;
    this.slots[a] = this.slots[b] as number;
    this.scores[a] = this.scores[b] as number;
    this.slots[b] = slot;
    this.scores[b] = score;
  }
}
