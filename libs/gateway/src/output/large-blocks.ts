import type { Pointer } from '@assay/contracts';
import { isObject } from '@assay/kernel';
import { type KeepOutput, type KeptFrom, pointerTo } from './keep-output.js';

/** Longest binary block, in bytes, that stays in an answer (SPEC section 5). */
export const maxBlockBytes = 64 * 1024;
/** Characters of base64 that so many bytes take. */
const maxBase64 = Math.ceil(maxBlockBytes / 3) * 4;

/** A type and subtype (RFC 6838) with what may follow them; what an upstream gives instead says nothing. */
const mediaTypeForm = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:;[\x20-\x7e]{0,200})?$/;

interface Binary {
  readonly base64: string;
  readonly mediaType: string;
}

/** What of an output is content blocks, as MCP has them. */
const blocksOf = (output: unknown): readonly unknown[] =>
  isObject(output) && Array.isArray(output.content) ? output.content : [];

/** The binary content of a block, when it is too long for an answer. */
function longBinary(block: unknown): Binary | undefined {
  if (!isObject(block)) return undefined;
  const holder = block.type === 'resource' && isObject(block.resource) ? block.resource : block;
  const base64 = holder === block ? block.data : holder.blob;
  if (typeof base64 !== 'string' || base64.length <= maxBase64) return undefined;
  const { mimeType } = holder;
  const isType = typeof mimeType === 'string' && mediaTypeForm.test(mimeType);
  return { base64, mediaType: isType ? mimeType : 'application/octet-stream' };
}

export const hasLongBinary = (output: unknown): boolean =>
  blocksOf(output).some((block) => longBinary(block) !== undefined);

export interface Linked {
  readonly output: unknown;
  readonly pointers: readonly Pointer[];
  /** Why a block stayed where it is. */
  readonly notes: readonly string[];
}

/** The output with each long binary block kept, and a link to it in its place. */
export async function linkLongBinaries(output: unknown, keep: KeepOutput, from: KeptFrom): Promise<Linked> {
  const pointers: Pointer[] = [];
  const notes: string[] = [];
  const content: unknown[] = [];
  for (const block of blocksOf(output)) {
    const binary = longBinary(block);
    const kept = binary && (await keep.binary(binary.base64, binary.mediaType, from));
    if (kept?.ok) {
      const pointer = pointerTo(kept.value.output);
      pointers.push(pointer);
      content.push(linkTo(pointer));
    } else {
      content.push(block);
      if (kept !== undefined) notes.push(`A binary block stays in the result. ${kept.error}`);
    }
  }
  return { output: { ...(output as object), content }, pointers, notes };
}

/** How MCP clients name what is kept: `resources/read` and the tool `read_output` know it. */
export const outputUri = (id: string): string => `assay://outputs/${id}`;

/** The id in such a name; undefined for any other. */
export const outputIdOf = (uri: string): string | undefined => /^assay:\/\/outputs\/([0-9a-f-]{36})$/.exec(uri)?.[1];

/** A block that links to a stored one. */
export const linkTo = (pointer: Pointer) => ({
  type: 'resource_link' as const,
  uri: outputUri(pointer.id),
  name: `output-${pointer.id}`,
  mimeType: pointer.mediaType,
  size: pointer.bytes,
  _meta: { 'assay/pointer': pointer },
});
