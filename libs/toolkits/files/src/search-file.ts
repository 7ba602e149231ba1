import { detectEncoding } from './encoding.js';
import type { Finder } from './finder.js';
import { readLines } from './line-source.js';
import type { OpenFile } from './opened.js';

/** A longer line is searched in pieces, and a match across two pieces is missed. */
const maxLineBytes = 262_144;
/** Characters of a line in the answer, around the match. */
const shownCharacters = 300;

export interface LineMatch {
  line: number;
  column: number;
  text: string;
  before: string[];
  after: string[];
}

export interface SearchFileOptions {
  readonly find: Finder;
  /** Lines around each match. */
  readonly context: number;
  readonly maxMatches: number;
  readonly signal: AbortSignal;
  /** Checked between chunks: true when the time for the whole search is spent. */
  readonly isLate: () => boolean;
}

export interface FileMatches {
  readonly matches: LineMatch[];
  readonly stopped: 'matches' | 'time' | null;
}

const withoutNewline = (line: string): string => line.replace(/\r?\n$/, '');

function excerpt(line: string, around: number): string {
  if (line.length <= shownCharacters) return line;
  const start = Math.max(0, Math.min(around - 60, line.length - shownCharacters));
  const end = start + shownCharacters;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** Matches with the lines around them, as lines go by. */
class MatchCollector {
  readonly matches: LineMatch[] = [];
  readonly #recent: string[] = [];

  constructor(readonly options: SearchFileOptions) {}

  get full(): boolean {
    const { maxMatches, context } = this.options;
    return this.matches.length >= maxMatches && (this.matches.at(-1)?.after.length ?? 0) >= context;
  }

  see(raw: string, number: number): void {
    const line = withoutNewline(raw);
    const at = this.options.find.inLine(line);
    this.#addAfter(line);
    if (at >= 0 && this.matches.length < this.options.maxMatches) {
      const text = excerpt(line, at);
      this.matches.push({ line: number, column: at + 1, text, before: [...this.#recent], after: [] });
    }
    this.#remember(line);
  }

  /** A match waits for the lines behind it; those before the last `context` matches have theirs. */
  #addAfter(line: string): void {
    const { context } = this.options;
    if (context === 0) return;
    for (const match of this.matches.slice(-context)) {
      if (match.after.length < context) match.after.push(excerpt(line, 0));
    }
  }

  #remember(line: string): void {
    if (this.options.context === 0) return;
    this.#recent.push(excerpt(line, 0));
    if (this.#recent.length > this.options.context) this.#recent.shift();
  }
}

/** Searches a text that is in memory. Throws the signal's reason when it is aborted. */
export function searchText(text: string, options: SearchFileOptions): FileMatches {
  options.signal.throwIfAborted();
  const collector = new MatchCollector(options);
  if (!options.find.maybeIn(text)) return { matches: [], stopped: null };
  for (let from = 0, line = 1; from < text.length; line += 1) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline + 1;
    collector.see(text.slice(from, end), line);
    if (collector.full) return { matches: collector.matches, stopped: 'matches' };
    from = end;
  }
  return { matches: collector.matches, stopped: options.isLate() ? 'time' : null };
}

/** Searches one file in chunks; null when it is binary. Throws the signal's reason when it is aborted. */
export async function searchFile({ handle, stats }: OpenFile, options: SearchFileOptions): Promise<FileMatches | null> {
  if ((await detectEncoding(handle, stats.size)) === 'binary') return null;
  const collector = new MatchCollector(options);
  for await (const pieces of readLines(handle, options.signal, maxLineBytes)) {
    for (const { bytes, line } of pieces) {
      collector.see(bytes.toString('utf8'), line);
      if (collector.full) return { matches: collector.matches, stopped: 'matches' };
    }
    if (options.isLate()) return { matches: collector.matches, stopped: 'time' };
  }
  return { matches: collector.matches, stopped: null };
}
