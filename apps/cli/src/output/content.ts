import { isObject } from '../input/is-object.js';

/** Bytes behind a base64 text, near enough for people. */
const sizeOf = (base64: unknown): string =>
  typeof base64 === 'string' ? `${Math.ceil((base64.length * 3) / 4 / 1024)} KiB` : 'no content';

function blockText(block: unknown): string {
  if (!isObject(block)) return JSON.stringify(block);
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  if (block.type === 'image' || block.type === 'audio')
    return `[${block.type} ${block.mimeType}, ${sizeOf(block.data)}]`;
  if (block.type === 'resource_link') return `[${block.name}: ${block.uri}]`;
  if (block.type === 'resource' && isObject(block.resource)) {
    const { uri, text, blob } = block.resource;
    return typeof text === 'string' ? text : `[${uri}, ${sizeOf(blob)}]`;
  }
  return JSON.stringify(block, null, 2);
}

/** A result as people read it: text as text, content blocks in their order, everything else as JSON. */
export function contentText(output: unknown): string {
  if (output === undefined) return '';
  if (typeof output === 'string') return output;
  if (isObject(output) && Object.keys(output).length === 1 && Array.isArray(output.content)) {
    return output.content.map(blockText).join('\n');
  }
  return JSON.stringify(output, null, 2);
}
