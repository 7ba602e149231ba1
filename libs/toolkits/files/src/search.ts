import { setImmediate } from 'node:timers/promises';
import { type Answer, clip, type Place, Refusal } from '@assay/kit';
import { z } from 'zod';
import { globField, pathField } from './fields.js';
import { type CallContext, fileTool } from './file-tool.js';
import type { Finder } from './finder.js';
import { compileGlob } from './glob.js';
import { noRules, rulesAbove } from './ignore-rules.js';
import { linearPattern } from './linear-pattern.js';
import { literalPattern } from './literal-pattern.js';
import { type OpenFile, type OpenFolder, openChild, openFile, openFolder } from './opened.js';
import { type FileMatches, type LineMatch, type SearchFileOptions, searchFile, searchText } from './search-file.js';
import { textInFile } from './text-in-file.js';
import { type Found, walk } from './walk.js';

const maxDepth = 64;
const maxVisited = 200_000;
/** Files of one stretch without a turn for others: some milliseconds. */
const filesPerTurn = 32;

const input = z.strictObject({
  path: pathField.default('.').describe('The folder to search below, or one file'),
  text: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Find this text, taken literally, within a line. Without it, files are found by name alone'),
  pattern: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Like text, but a regular expression of RE2: linear time, no look-around, no back-references'),
  glob: globField.optional(),
  caseSensitive: z.boolean().default(false).describe('For text'),
  wholeWord: z.boolean().default(false).describe('For text: not inside a longer word'),
  contextLines: z.int().min(0).max(10).default(0).describe('Lines to show before and after each match'),
  ignoreFiles: z.boolean().default(true).describe('Leave out what .gitignore and .ignore files name'),
  hidden: z.boolean().default(false).describe('Include names that begin with a dot'),
  exclude: z.array(globField).max(32).default(['node_modules']).describe('Files and folders to leave out, as patterns'),
  maxMatches: z.int().min(1).max(1_000).default(100).describe('Matching lines in the answer'),
  maxFiles: z.int().min(1).max(1_000).default(200).describe('Files in the answer'),
  maxMs: z.int().min(1).max(60_000).default(20_000).describe('Stop after this many milliseconds with what was found'),
});

const match = z.object({
  line: z.int().min(1),
  column: z.int().min(1).describe('In UTF-16 code units, counted from 1'),
  text: z.string().describe('The line; shortened around the match when it is long'),
  before: z.array(z.string()),
  after: z.array(z.string()),
});

const output = z.object({
  path: z.string(),
  files: z.array(z.object({ path: z.string(), matches: z.array(match) })).describe('In the order of their paths'),
  matchCount: z.int().nonnegative().describe('Matching lines in the answer'),
  searchedFiles: z.int().nonnegative().describe('Files looked at'),
  skipped: z.object({ binary: z.int().nonnegative(), unreadable: z.int().nonnegative() }),
  stopped: z
    .enum(['matches', 'files', 'time', 'entries'])
    .nullable()
    .describe('The limit that ended the search early; null when everything was searched'),
});

type Input = z.output<typeof input>;
type Output = z.output<typeof output>;

function finderOf({ text, pattern, ...options }: Input): Finder | undefined {
  if (text !== undefined && pattern !== undefined) throw new Refusal('Give either text or pattern, not both.');
  if (pattern !== undefined) return linearPattern(pattern, options);
  return text === undefined ? undefined : literalPattern(text, options);
}

/** One search under way. */
class Search {
  readonly #result: Output;
  readonly #find: Finder | undefined;
  readonly #startedAt: number;
  #filesInTurn = 0;

  constructor(
    readonly asked: Input,
    readonly place: Place,
    readonly context: CallContext,
  ) {
    this.#find = finderOf(asked);
    this.#startedAt = context.now();
    const skipped = { binary: 0, unreadable: 0 };
    this.#result = { path: place.shown, files: [], matchCount: 0, searchedFiles: 0, skipped, stopped: null };
  }

  async ofFile(): Promise<Output> {
    const file = await openFile(this.place.real, this.place.root, this.place.shown);
    await this.#consider(file, this.place.shown);
    return this.#result;
  }

  async ofFolder(): Promise<Output> {
    const folder = await openFolder(this.place.real, this.place.root, this.place.shown);
    try {
      await this.#visit(walk(folder, await this.#walkOptions()));
      return this.#result;
    } finally {
      await folder.close();
    }
  }

  async #walkOptions() {
    const { hidden, exclude, ignoreFiles } = this.asked;
    const onUnreadable = () => {
      this.#result.skipped.unreadable += 1;
    };
    const { signal } = this.context;
    const outerRules = ignoreFiles ? await rulesAbove(this.place) : noRules;
    return {
      depth: maxDepth,
      hidden,
      ignoreFiles,
      outerRules,
      exclude: exclude.map(compileGlob),
      signal,
      onUnreadable,
    };
  }

  async #visit(entries: AsyncGenerator<Found>): Promise<void> {
    const glob = this.asked.glob === undefined ? undefined : compileGlob(this.asked.glob);
    let visited = 0;
    for await (const found of entries) {
      visited += 1;
      if (visited > maxVisited) this.#result.stopped = 'entries';
      else if (this.#isLate()) this.#result.stopped = 'time';
      else if (found.kind === 'file' && (glob?.matches(found.segments) ?? true)) await this.#visitFile(found);
      if (this.#result.stopped) return;
    }
  }

  async #visitFile({ folder, segments }: Found): Promise<void> {
    const shown = [this.place.shown === '.' ? '' : this.place.shown, ...segments].filter(Boolean).join('/');
    if (this.#result.files.length >= this.asked.maxFiles) {
      this.#result.stopped = 'files';
      return;
    }
    if (!this.#find) return this.#add(shown, []);
    await this.#takeTurns();
    const name = segments.at(-1) as string;
    const read = textInFile(folder, name);
    if (read === 'chunks') await this.#visitLarge(folder, name, shown);
    else if (read === 'binary' || read === 'unreadable') this.#result.skipped[read] += 1;
    else this.#take(shown, searchText(read.text, this.#options(this.#find)));
  }

  /** Lets other calls and a cancellation in between. */
  async #takeTurns(): Promise<void> {
    this.#filesInTurn += 1;
    if (this.#filesInTurn < filesPerTurn) return;
    this.#filesInTurn = 0;
    await setImmediate();
  }

  async #visitLarge(folder: OpenFolder, name: string, shown: string): Promise<void> {
    const file = await openChild(folder, name, shown).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (file) await this.#consider(file, shown);
    else this.#result.skipped.unreadable += 1;
  }

  #options(find: Finder): SearchFileOptions {
    return {
      find,
      context: this.asked.contextLines,
      maxMatches: this.asked.maxMatches - this.#result.matchCount,
      signal: this.context.signal,
      isLate: () => this.#isLate(),
    };
  }

  #take(shown: string, { matches, stopped }: FileMatches): void {
    if (matches.length > 0) this.#add(shown, matches);
    else this.#result.searchedFiles += 1;
    this.#result.stopped = stopped;
  }

  async #consider(file: OpenFile, shown: string): Promise<void> {
    try {
      if (!this.#find) return this.#add(shown, []);
      const found = await searchFile(file, this.#options(this.#find));
      if (found) this.#take(shown, found);
      else this.#result.skipped.binary += 1;
    } finally {
      await file.handle.close();
    }
  }

  #add(path: string, matches: LineMatch[]): void {
    this.#result.files.push({ path, matches });
    this.#result.matchCount += matches.length;
    this.#result.searchedFiles += 1;
  }

  #isLate(): boolean {
    return this.context.now() - this.#startedAt > this.asked.maxMs;
  }
}

function describe({ files, matchCount, searchedFiles, stopped }: Output): string {
  const lines = files.flatMap(({ path, matches }) =>
    matches.length === 0 ? [path] : matches.map(({ line, text }) => `${path}:${line}: ${text}`),
  );
  const heading = `Matching lines: ${matchCount}. Files found: ${files.length} of ${searchedFiles} looked at.`;
  const early = stopped ? `Stopped early by the limit on ${stopped}; narrow path or glob, or raise the limit.` : '';
  return clip([heading, ...lines, early].filter(Boolean).join('\n'));
}

async function isFolder(place: Place): Promise<boolean> {
  const folder = await openFolder(place.real, place.root, place.shown).catch(() => undefined);
  await folder?.close();
  return folder !== undefined;
}

export const search = fileTool({
  name: 'search',
  title: 'Search files',
  description:
    'Finds files below a folder by name pattern (glob), by text in them, or both, with line numbers and the lines around. Text is literal, not a regular expression. Binary files are skipped. Use it when you do not know where something is.',
  input,
  output,
  async run(asked, context): Promise<Answer<Output>> {
    if (asked.text === undefined && asked.pattern === undefined && asked.glob === undefined) {
      throw new Refusal('Give text or a pattern to find in files, a glob for their names, or both.');
    }
    if (context.territory.isOverview(asked.path)) throw new Refusal(overviewAdvice(context));
    const place = await context.territory.locate(asked.path);
    const searching = new Search(asked, place, context);
    const structured = (await isFolder(place)) ? await searching.ofFolder() : await searching.ofFile();
    return { structured, text: describe(structured) };
  },
});

const overviewAdvice = ({ territory }: CallContext): string =>
  `Say which root to search: ${territory.roots.map(({ name }) => `"${name}"`).join(', ')}.`;
