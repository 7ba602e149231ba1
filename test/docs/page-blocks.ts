/** A block of a page that a reader can run. */
export interface Block {
  /** Where it begins in the page, from 1. */
  readonly line: number;
  /** `sh` is run whole; `console` shows commands behind `$ ` and what they print. */
  readonly kind: 'sh' | 'console';
  readonly text: string;
  /** Why it is not run here: the words behind `no-run` in its first line. */
  readonly notRun: string | undefined;
}

/** A command of a `console` block and the lines that it prints, loosely. */
export interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

const fence = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```/gm;

const lineOf = (page: string, at: number): number => page.slice(0, at).split('\n').length;

/** The blocks of a page that are run, or could be. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(fence)].flatMap(({ 1: kind, 2: more = '', 3: text = '', index }) => {
    if (kind !== 'sh' && kind !== 'console') return [];
    const notRun = /^no-run\b:?\s*(.*)$/.exec(more)?.[1];
    return [{ kind, text, line: lineOf(page, index), notRun }];
  });
}

/** Lines of commands in blocks that nobody runs, because their first line does not say what they are. */
export const unmarkedCommands = (page: string): string[] =>
  [...page.matchAll(fence)]
    .filter(({ 1: kind }) => kind !== 'sh' && kind !== 'console')
    .flatMap(({ 3: text = '' }) => text.split('\n'))
    .filter((line) => /^\s*(\$ )?(npx assay|assay|curl|npm) /.test(line));

/** The commands of a `console` block. A line that ends with `\` goes on. */
export function shownIn(text: string): Shown[] {
  const shown: { command: string; output: string[] }[] = [];
  let goesOn = false;
  for (const line of text.trimEnd().split('\n')) {
    const last = shown.at(-1);
    if (goesOn && last !== undefined) last.command += `\n${line}`;
    else if (line.startsWith('$ ')) shown.push({ command: line.slice(2), output: [] });
    else last?.output.push(line);
    goesOn = line.endsWith('\\') && (goesOn || line.startsWith('$ '));
  }
  return shown;
}

/** What differs from run to run is left out: numbers, ids and times, the widths of columns. */
const loosely = (line: string): string =>
  line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, '#')
    .replaceAll(/\d[\d.,:TZ-]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Printed lines that the real output does not have; `…` means any text. */
export function missingLines(printed: readonly string[], real: string): string[] {
  const lines = real.split('\n').map(loosely);
  return printed.filter((line) => {
    const parts = loosely(line)
      .split('…')
      .map((part) => part.trim());
    return !lines.some((it) => parts.every((part) => it.includes(part)) && (parts.length > 1 || it === parts[0]));
  });
}

/** `assay …` in running text, without what is left open. */
export const namedCommands = (page: string): string[] =>
  [...page.replaceAll(fence, '').matchAll(/`(?:npx )?assay ([a-z][^`]*)`/g)].map(([, words = '']) => words);
