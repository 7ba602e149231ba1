import { parseExactJson } from '@assay/contracts';
import type { ContentBlock, Place } from '@assay/kernel';
import type { UpstreamAnswer } from '../upstream-answer.js';
import type { ExamineContent, Examined } from './examine-content.js';
import { maskPlaces, type PlaceholderFor, textsAt } from './mask-value.js';
import type { ToMask } from './masked-values.js';

export type Select = (examined: Examined) => readonly Place[];

/** A part of an answer with what was found in it, and how it is put together again. */
interface Part {
  readonly value: unknown;
  readonly places: readonly Place[];
  readonly isWhole: boolean;
  readonly restore: (masked: unknown) => unknown;
}

/** An answer, taken apart and examined: everything that its caller may come to read. */
export interface ExaminedAnswer {
  readonly classes: readonly string[];
  readonly isWhole: boolean;
  toMask(): readonly ToMask[];
  masked(placeholder: PlaceholderFor): UpstreamAnswer;
}

/** Text that is JSON is examined as JSON, so that names of members are seen; images and sound are not examined. */
export async function examineAnswer(
  answer: UpstreamAnswer,
  content: Pick<ExamineContent, 'examine'>,
  select: Select,
): Promise<ExaminedAnswer> {
  const part = async (value: unknown, restore: Part['restore'] = (it) => it): Promise<Part & Examined> => {
    const examined = await content.examine(value);
    return { ...examined, value, places: select(examined), restore };
  };
  const blocks: (Part & Examined)[] = [];
  for (const block of answer.content) blocks.push(await part(...readBlock(block)));
  const structured = answer.structured === undefined ? undefined : await part(answer.structured);
  const meta = answer.meta === undefined ? undefined : await part(answer.meta);
  const parts = [...blocks, ...(structured ? [structured] : []), ...(meta ? [meta] : [])];
  return {
    classes: [...new Set(parts.flatMap((it) => it.classes))].sort(),
    isWhole: parts.every((it) => it.isWhole),
    toMask: () => parts.flatMap(({ value, places }) => textsAt(value, places)),
    masked(placeholder) {
      const mask = ({ value, places, restore }: Part) => restore(maskPlaces(value, places, placeholder));
      return {
        ...answer,
        content: blocks.map((it) => mask(it) as ContentBlock),
        ...(structured && { structured: mask(structured) }),
        ...(meta && { meta: mask(meta) as UpstreamAnswer['meta'] }),
      } as UpstreamAnswer;
    },
  };
}

/** What of a block is examined: every member, since callers get them all. Also answers how to put masked members back. */
function readBlock(block: ContentBlock): [unknown, Part['restore']] {
  if (block.type !== 'text' || typeof block.text !== 'string') return withoutBytes(block);
  const { text } = block;
  const parsed = parsedJson(text);
  if (parsed === undefined) return [block, (masked) => masked];
  const indent = text.includes('\n') ? 2 : undefined;
  const read = { ...block, text: parsed };
  const restore = (masked: unknown) => {
    if (masked === read) return block;
    const { text: inner } = masked as typeof read;
    return { ...(masked as object), text: inner === parsed ? text : JSON.stringify(inner, null, indent) };
  };
  return [read, restore];
}

/** Blocks whose `data` is bytes. In a block of another type it may be text. */
const ofBytes: ReadonlySet<unknown> = new Set(['image', 'audio']);

function withoutBytes(block: ContentBlock): [unknown, Part['restore']] {
  const { data, ...rest } = block;
  if (data === undefined || !ofBytes.has(block.type)) return [block, (masked) => masked];
  return [rest, (masked) => ({ ...(masked as ContentBlock), data })];
}

function parsedJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactJson(text) as object;
  } catch {
    return undefined;
  }
}
