/**
 * Who may see which document. Documents of one namespace share their set of tokens, so each distinct set is kept
 * once, by number; number 0 is nobody, and stands for removed documents.
 */
export class Audiences {
  private readonly numbers = new Map<string, number>();
  private readonly sets: (readonly string[])[] = [[]];

  numberOf(tokens: readonly string[]): number {
    if (tokens.length === 0) return nobody;
    const distinct = [...new Set(tokens)].sort();
    const key = JSON.stringify(distinct);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.sets.length);
    this.sets.push(distinct);
    return this.sets.length - 1;
  }

  /** For each set, 1 when the caller holds one of its tokens. */
  visibleTo(tokens: readonly string[]): Uint8Array {
    const held = new Set(tokens);
    const visible = new Uint8Array(this.sets.length);
    this.sets.forEach((set, number) => {
      visible[number] = set.some((token) => held.has(token)) ? 1 : 0;
    });
    return visible;
  }

  /** Keeps the sets that `used` numbers name, and renumbers those in place. */
  compact(used: Uint32Array): void {
    const before = this.sets.splice(1);
    const renumbered = new Int32Array(before.length + 1).fill(-1);
    this.numbers.clear();
    for (let at = 0; at < used.length; at += 1) {
      const number = used[at] as number;
      if (renumbered[number] === -1) renumbered[number] = this.numberOf(before[number - 1] ?? []);
      used[at] = renumbered[number] as number;
    }
  }
}

export const nobody = 0;
