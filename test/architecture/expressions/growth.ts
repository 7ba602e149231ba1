import { threadCpuUsage } from 'node:process';

/** A text of about so many characters, made to be expensive. */
export type Input = (characters: number) => string;

/** `before`, then `unit` over and over, then `after`. */
export const repeated =
  (unit: string, before = '', after = ''): Input =>
  (characters) =>
    before + unit.repeat(Math.ceil(characters / unit.length)) + after;

/** What makes expressions of all kinds look far: runs of one kind, runs of pairs, and runs that end otherwise. */
export const generalInputs: readonly Input[] = [
  ...['a', 'A', '1', ' ', '\n', '/', '.', '-', '_', '=', '"', '<', '%', '\u0301'],
  ...['a_', 'a.', 'a ', 'a1', 'aA', '1.', '\\x', ' \n', '@a'],
].map((unit) => repeated(unit, '', '\u0000!'));

const defaultSizes = [10_000, 100_000, 1_000_000] as const;
/** Ten times the text may take this many times as long; a quadratic expression takes a hundred times. */
const maxRatio = 35;
/** Times below this say nothing, in ms of the processor. */
const noiseMs = 4;

/** Milliseconds of the processor that this thread spends: other processes of the machine do not lengthen it. */
function spentOn(work: () => void): number {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** How the time grows from 10 to 100 and 1,000 KB where it grows faster than the text; undefined when it does not. */
export function excessOf(
  run: (text: string) => void,
  input: Input,
  sizes: readonly number[] = defaultSizes,
): string | undefined {
  let former = Math.max(noiseMs, best(run, input(sizes[0] ?? 0)));
  for (const size of sizes.slice(1)) {
    const spent = best(run, input(size));
    if (spent > maxRatio * former)
      return `${Math.round(former)} ms for ${size / 10_000} KB and ${Math.round(spent)} ms for ten times as much, with ${JSON.stringify(input(20))}`;
    former = Math.max(noiseMs, spent);
  }
  return undefined;
}

/** The shorter of two times: garbage is collected in one of them at most. */
function best(run: (text: string) => void, text: string): number {
  const first = spentOn(() => run(text));
  return first < noiseMs * maxRatio
    ? first
    : Math.min(
        first,
        spentOn(() => run(text)),
      );
}

/** An expression as it is used: a global one everywhere in the text. */
export function runnerOf(pattern: string, flags: string): (text: string) => void {
  const expression = new RegExp(pattern, flags);
  return expression.global ? (text) => void text.replaceAll(expression, '') : (text) => void expression.exec(text);
}
