import { StringDecoder } from 'node:string_decoder';

export interface ServerEvent {
  readonly data: string;
  readonly id: string | null;
  readonly retryMs: number | null;
}

/**
 * Reads server-sent events out of a stream of bytes, one at a time, and never holds more than `maxChars` of one.
 * Fields and line ends are as the HTML standard has them; events of other types than `message` are passed over.
 */
export class EventStreamReader {
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #held = 0;
  /** The last chunk ended with a carriage return: a line feed that follows belongs to it. */
  #afterReturn = false;
  #data: string[] = [];
  #dataChars = 0;
  #type = '';
  #id: string | null = null;
  #retryMs: number | null = null;

  constructor(private readonly maxChars: number) {}

  /** Hands every complete event to `onEvent`; returns false when one is too large. */
  push(chunk: Buffer, onEvent: (event: ServerEvent) => void): boolean {
    const text = this.#decoder.write(chunk);
    if (text === '') return true;
    let start = this.#afterReturn && text.startsWith('\n') ? 1 : 0;
    for (let end = lineEnd(text, start); end !== -1; end = lineEnd(text, start)) {
      this.#line(this.#whole(text.slice(start, end)), onEvent);
      start = end + (text.startsWith('\r\n', end) ? 2 : 1);
    }
    this.#afterReturn = text.endsWith('\r');
    if (start < text.length) this.#parts.push(text.slice(start));
    this.#held += text.length - start;
    return this.#held + this.#dataChars <= this.maxChars;
  }

  #whole(end: string): string {
    if (this.#held === 0) return end;
    const line = this.#parts.join('') + end;
    this.#parts = [];
    this.#held = 0;
    return line;
  }

  #line(line: string, onEvent: (event: ServerEvent) => void): void {
    if (line === '') this.#dispatch(onEvent);
    else this.#field(line);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') {
      this.#data.push(value);
      // The line itself counts too: empty ones could continue forever.
      this.#dataChars += value.length + 1;
    } else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }

  #dispatch(onEvent: (event: ServerEvent) => void): void {
    const isMessage = this.#type === '' || this.#type === 'message';
    if (isMessage) onEvent({ data: this.#data.join('\n'), id: this.#id, retryMs: this.#retryMs });
    this.#data = [];
    this.#dataChars = 0;
    this.#type = '';
  }
}

/** Where the next line ends, or -1. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) return at;
  }
  return -1;
}

const lineFeed = 10;
const carriageReturn = 13;
