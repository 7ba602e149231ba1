import type { ContentBlock, UpstreamAnswer } from './tool-transport.js';

/**
 * The output of an answer (SPEC section 5): the structured content when there is any; else, of a single text block, its
 * parsed JSON if the tool declares an output schema or the text is a JSON object or array, otherwise the text; else the
 * content blocks as they came.
 */
export function readOutput(answer: UpstreamAnswer, declaresSchema: boolean): unknown {
  if (answer.structured !== undefined) return answer.structured;
  const text = onlyText(answer.content);
  if (text === undefined) return { content: answer.content };
  return declaresSchema || /^\s*[[{]/.test(text) ? parsed(text) : text;
}

/** The text of an answer that is one text block. */
const onlyText = (content: readonly ContentBlock[]): string | undefined =>
  content.length === 1 && content[0]?.type === 'text' && typeof content[0].text === 'string'
    ? content[0].text
    : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
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
