/** Texts that were seen lately, up to a number of characters in all; the oldest leave first. */
export class RecentTexts {
  readonly #texts = new Set<string>();
  #characters = 0;

  constructor(readonly maxCharacters: number) {}

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > this.maxCharacters || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#characters += text.length;
    for (const oldest of this.#texts) {
      if (this.#characters <= this.maxCharacters) return;
      this.#texts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
