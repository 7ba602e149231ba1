const newline = 10;

/** Splits a stream of bytes into lines and never holds more than `maxBytes` of one. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #held = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * Hands every complete line to `onLine`. Returns false, with nothing held any more, when a line is too long: the
   * stream is of no use then.
   */
  push(chunk: Buffer, onLine: (line: string) => void): boolean {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      if (this.#held + end - start > this.maxBytes) return this.#drop();
      onLine(this.#line(chunk, start, end));
      start = end + 1;
    }
    const rest = chunk.length - start;
    if (this.#held + rest > this.maxBytes) return this.#drop();
    if (rest > 0) this.#parts.push(chunk.subarray(start));
    this.#held += rest;
    return true;
  }

  /** The beginning of the line that is being held, for finding out whose answer it was. */
  head(bytes: number): string {
    return (this.#parts[0] ?? Buffer.alloc(0)).toString('latin1', 0, bytes);
  }

  #line(chunk: Buffer, start: number, end: number): string {
    if (this.#held === 0) return chunk.toString('utf8', start, end);
    const line = Buffer.concat([...this.#parts, chunk.subarray(start, end)]).toString('utf8');
    this.#parts = [];
    this.#held = 0;
    return line;
  }

  #drop(): false {
    this.#parts = this.#parts.slice(0, 1);
    return false;
  }
}
