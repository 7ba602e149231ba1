import { estimateTokens } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';

export type Content = CallToolResult['content'];
export type Block = Content[number];

/** What an image, a sound or a file takes of a context, in tokens: a fixed estimate, since models count them differently. */
export const mediaTokens = 1_600;

/** Largest image or sound, in bytes, that a response has as it came; a larger one is a link. */
export const maxMediaBytes = 5 * 1024 * 1024;

/** The base64 of a block; undefined for a block without. */
export function base64Of(block: Block): string | undefined {
  if (block.type === 'image' || block.type === 'audio') return block.data;
  if (block.type === 'resource' && 'blob' in block.resource) return block.resource.blob;
  return undefined;
}

/** The text that a model reads of a block; undefined for one that it sees or hears. */
export function textOf(block: Block): string | undefined {
  if (base64Of(block) !== undefined) return undefined;
  if (block.type === 'text') return block.text;
  if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
  return JSON.stringify(block);
}

/** Never less than the tokens of the blocks: a text has at most as many as bytes. */
export function maxTokensOf(content: Content): number {
  let limit = 0;
  for (const block of content) {
    const text = textOf(block);
    limit += text === undefined ? mediaTokens : Buffer.byteLength(text);
  }
  return limit;
}

/** About how many tokens the blocks take of a model's context. */
export function aboutTokens(content: Content): number {
  let tokens = 0;
  for (const block of content) {
    const text = textOf(block);
    tokens += text === undefined ? mediaTokens : estimateTokens(text);
  }
  return tokens;
}

/** The `_meta` member in which every result says what it costs a context. */
export const costMember = 'assay/tokens';

/** The result, and about how many tokens its content takes. */
export const withCost = (result: CallToolResult): CallToolResult => ({
  ...result,
  _meta: { ...result._meta, [costMember]: aboutTokens(result.content) },
});

/** How many bytes a base64 text encodes. */
export const bytesOfBase64 = (base64: string): number => Math.floor((base64.length * 3) / 4);
