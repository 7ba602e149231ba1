import type { Envelope } from '@assay/contracts';
import type { UpstreamAnswer } from '@assay/gateway';
import { type Failure, isObject, jsonText, memberNames } from '@assay/kernel';
import { issueLines } from '../gateway-tool.js';
import { isUpstreamCode } from '../upstream-codes.js';
import { base64Of, bytesOfBase64, type Content, maxMediaBytes } from './content-size.js';

/** The blocks of an answer, checked as they arrived; undefined when it has none. */
export const blocksOf = (answer: UpstreamAnswer | undefined): Content | undefined =>
  answer === undefined || answer.content.length === 0 ? undefined : (answer.content as unknown as Content);

/** Content blocks as they came from a tool that answered more than one text. */
export const isContent = (output: unknown): output is { content: Content } =>
  isObject(output) &&
  Array.isArray(output.content) &&
  memberNames(output).length === 1 &&
  output.content.every((it) => typeof (it as { type?: unknown } | null)?.type === 'string');

/** An output as blocks. */
export function blocksOfOutput(output: unknown): Content {
  if (isContent(output)) return output.content;
  return [{ type: 'text', text: typeof output === 'string' ? output : jsonText(output) }];
}

/**
 * The tool's own blocks of a call that succeeded, complete: structured content that none of its texts holds follows them.
 * A block that is too large for a response is the link that routing left in its place.
 */
export function ownBlocks(answer: UpstreamAnswer, output: unknown): Content {
  const linked = isContent(output) && output.content.length === answer.content.length ? output.content : undefined;
  const own = (blocksOf(answer) ?? []).map((block, at) =>
    bytesOfBase64(base64Of(block) ?? '') > maxMediaBytes ? (linked?.[at] ?? block) : block,
  );
  const isObjectText = (it: Content[number]) => it.type === 'text' && /^\s*[[{]/.test(it.text);
  const holdsIt = answer.structured === undefined || own.some(isObjectText);
  return holdsIt || output === undefined ? own : [...own, ...blocksOfOutput(output)];
}

/** What a model reads of a failure: the tool's own words as it said them where the error had to cut them. */
export function errorBlocks(
  { code, message }: NonNullable<Envelope['error']>,
  failure: Failure | undefined,
  answer: UpstreamAnswer | undefined,
): Content {
  const own = isUpstreamCode(code) && answer?.isError === true ? blocksOf(answer) : undefined;
  if (own?.some((it) => it.type !== 'text' || !message.includes(it.text)))
    return [{ type: 'text', text: `${code}: the tool failed and said:` }, ...own];
  const data = failure?.data === undefined ? '' : `\n${jsonText(failure.data)}`;
  return [{ type: 'text', text: `${code}: ${message}${issueLines(message, failure?.issues)}${data}` }];
}

/** An output without its images, sounds and files, which are in the content. */
export function withoutMedia(output: unknown): unknown {
  if (!isContent(output) || !output.content.some((it) => base64Of(it) !== undefined)) return output;
  return {
    content: output.content.map((it) =>
      base64Of(it) === undefined ? it : { type: it.type, ...mediaOf(it), note: 'in content' },
    ),
  };
}

const mediaOf = (block: Content[number]): object => {
  const of = block.type === 'resource' ? block.resource : block;
  return {
    ...('uri' in of && { uri: of.uri }),
    ...('mimeType' in of && { mimeType: of.mimeType }),
  };
};
