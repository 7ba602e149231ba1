import { type Line, written } from './accessibility-tree.js';

/** What a model reads takes about a token for so many characters. */
const charactersPerToken = 4;

export interface Written {
  readonly kind: 'full' | 'delta' | 'unchanged';
  readonly text: string;
  /** Lines that do not fit, which `from` asks for. */
  readonly more: number;
}

export interface WriteOptions {
  readonly maxTokens: number;
  readonly boxes: boolean;
  /** The first line that is returned. */
  readonly from: number;
}

/** A delta that is longer than this share of the whole is not worth its difficulty. */
const worthwhile = 0.6;

const bounded = (lines: readonly string[], maxTokens: number): { text: string; more: number } => {
  let left = maxTokens * charactersPerToken;
  let count = 0;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0 && count > 0) break;
    count += 1;
  }
  return { text: lines.slice(0, count).join('\n'), more: lines.length - count };
};

/** An observation as a whole. */
export function writeWhole(lines: readonly Line[], { maxTokens, boxes, from }: WriteOptions): Written {
  const all = lines.slice(from).map((it) => written(it, boxes));
  return { kind: 'full', ...bounded(all, maxTokens) };
}

const keyOf = ({ mark, text }: Line): string => `${mark ?? ''} ${text}`;

function counted(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  return counts;
}

/** Those of `lines` that are not among `others`; equal lines count as often as they occur. */
function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const known = counted(others);
  return lines.filter((line) => {
    const left = known.get(keyOf(line)) ?? 0;
    if (left > 0) known.set(keyOf(line), left - 1);
    return left === 0;
  });
}

/**
 * What changed since the observation before: `+` is new, `~` is an element that changed, `-` is gone. The whole when that
 * is hardly longer. Linear in both.
 */
export function writeDelta(before: readonly Line[], now: readonly Line[], options: WriteOptions): Written {
  const added = without(now, before);
  const removed = without(before, now);
  if (added.length === 0 && removed.length === 0) return { kind: 'unchanged', text: '', more: 0 };
  if (added.length > now.length * worthwhile) return writeWhole(now, options);
  const marks = new Set(added.flatMap(({ mark }) => mark ?? []));
  const former = new Set(before.flatMap(({ mark }) => mark ?? []));
  const gone = removed.filter(({ mark }) => mark === null || !marks.has(mark));
  const lines = [
    ...added.map((it) => `${it.mark !== null && former.has(it.mark) ? '~' : '+'} ${written(it, options.boxes)}`),
    ...gone.map(({ mark, text }) => (mark === null ? `- ${text.slice(0, 60)}` : `- [${mark}]`)),
  ];
  return { kind: 'delta', ...bounded(lines, options.maxTokens) };
}
