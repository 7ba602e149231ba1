/** What can be read of a file that is not plain text. */
export interface DocumentText {
  readonly kind: 'pdf' | 'office' | 'archive';
  readonly text: string;
  /** False when a part could not be read: a scanned page, a macro, a file inside that is no text, or what is beyond a limit. */
  readonly isComplete: boolean;
}

/** Collects the text of a document up to a limit. */
export class Collected {
  readonly #parts: string[] = [];
  #length = 0;
  #isComplete = true;

  constructor(private readonly maxChars = 500_000) {}

  get isFull(): boolean {
    return this.#length >= this.maxChars;
  }

  add(text: string): void {
    const fitting = text.slice(0, Math.max(0, this.maxChars - this.#length));
    if (fitting.length < text.length) this.miss();
    this.#parts.push(fitting);
    this.#length += fitting.length;
  }

  /** Remembers that a part could not be read. */
  miss(): void {
    this.#isComplete = false;
  }

  of(kind: DocumentText['kind']): DocumentText {
    return { kind, text: this.#parts.join('').trim(), isComplete: this.#isComplete };
  }
}
