import { parseExactJson } from '@assay/contracts';
import { type ContentBlock, readAtOnce, readLargeJson, type SliceClock } from '@assay/kernel';
import type { UpstreamAnswer } from './upstream-answer.js';

/** Stands in place of an output that could not be read before the signal aborted. */
export const notReadInTime = Symbol('not read in time');

/**
 * The output of an answer (SPEC section 5): the structured content when there is any; else, of a single text block, its
 * parsed JSON if the tool declares an output schema or the text is a JSON object or array, otherwise the text; else the
 * content blocks as they came. A long text is read in slices, which the result is a promise of.
 */
export function readOutput(
  answer: UpstreamAnswer,
  declaresSchema: boolean,
  clock: SliceClock,
  signal: AbortSignal,
): unknown | Promise<unknown> {
  if (answer.structured !== undefined) return answer.structured;
  const text = onlyText(answer.content);
  if (text === undefined) return { content: answer.content };
  if (!declaresSchema && !/^\s*[[{]/.test(text)) return text;
  return text.length <= readAtOnce ? parsed(text) : readLong(text, clock, signal);
}

async function readLong(text: string, clock: SliceClock, signal: AbortSignal): Promise<unknown> {
  const read = await readLargeJson(text, { clock, signal });
  if (read.kind === 'aborted') return notReadInTime;
  return read.kind === 'value' ? read.value : text;
}

/** The text of an answer that is one text block. */
const onlyText = (content: readonly ContentBlock[]): string | undefined =>
  content.length === 1 && content[0]?.type === 'text' && typeof content[0].text === 'string'
    ? content[0].text
    : undefined;

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

/** What a failing tool said, for the error's message. */
export function errorText(content: readonly ContentBlock[]): string {
  const texts = content.flatMap((block) =>
    block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
  return texts.join('\n').slice(0, 2_000) || 'it gave no reason';
}
