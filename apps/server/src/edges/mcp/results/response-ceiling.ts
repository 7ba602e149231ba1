import type { Pointer } from '@assay/contracts';
import { Counting, type KeepOutput, type KeptFrom, type LimitRules, linkTo, pointerTo } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import {
  type Clock,
  isLongerThan,
  isObject,
  jsonText,
  type LoadTokenCounter,
  memberNames,
  pausing,
} from '@assay/kernel';
import {
  type Block,
  base64Of,
  bytesOfBase64,
  type Content,
  maxMediaBytes,
  maxTokensOf,
  mediaTokens,
  textOf,
} from './content-size.js';

/** Less than this has no room for a pointer. */
const minCeiling = 200;
/** Kept free for the words about the pointer, in tokens. */
const reserved = 150;
/** Characters of a token in most texts, or a few more. */
const usualToken = 6;
/** Texts that certainly take fewer characters a token are not counted to their end. */
const longestToken = 16;

export interface CeilingPorts {
  readonly loadTokens: LoadTokenCounter;
  readonly keep: Pick<KeepOutput, 'pointer' | 'binary'>;
  readonly clock: Clock;
  readonly rules: Pick<LimitRules, 'inForce'>;
}

/** A result as it would be answered, and what is kept of it should it be too long. */
export interface Sized {
  readonly content: Content;
  /** Structured content that may be left out; counted like the content, since a client may show it in its place. */
  readonly structured?: unknown;
  /** What the first text says before the output begins. */
  readonly prefix?: string;
  readonly ceiling: number;
  /** The whole result, and whose it is. */
  readonly whole: () => Whole;
  /** How the client reads on. */
  readonly readOn: ReadOn;
}

export interface Whole {
  readonly output: unknown;
  readonly from: KeptFrom;
  /** Where it is kept already. */
  readonly pointer?: Pointer | undefined;
}

/** Tells a model how to read a kept result from a byte on. */
export type ReadOn = (pointer: Pointer, from: number) => string;

export interface Fitted {
  readonly content: Content;
  /** The structured content is to be left out. */
  readonly isShortened: boolean;
  readonly pointer?: Pointer;
}

/** What the structured content of a shortened answer says in the place of the output: the same as the content. */
export function shortenedMembers({ content, pointer }: Fitted): { beginning?: string; pointer?: Pointer } {
  const texts = content.flatMap((it) => (it.type === 'text' ? [it.text] : []));
  return { ...(texts.length > 0 && { beginning: texts.join('\n') }), ...(pointer && { pointer }) };
}

/**
 * The ceiling of MCP responses: a longer result becomes its beginning and a pointer to the whole. The one place where a
 * response is shortened.
 */
export class ResponseCeiling {
  readonly #ports: CeilingPorts;

  constructor(ports: CeilingPorts) {
    this.#ports = ports;
  }

  /** Most tokens of a response to a caller: what the call or the toolset says, or else the organisation's number. */
  of({ organisationId }: Caller, ...wanted: readonly (number | null | undefined)[]): number {
    const said = wanted.find((it) => it != null);
    const bound =
      said ?? this.#ports.rules.inForce('response.tokens', organisationId ?? '').limit ?? Number.MAX_SAFE_INTEGER;
    return Math.max(bound, minCeiling);
  }

  /** The tokens of a text when there are more than so many; undefined when it fits. */
  async beyond(text: string, bound: number): Promise<number | undefined> {
    if (Buffer.byteLength(text) <= bound) return undefined;
    const tokens = await (await this.#counting()).about(text);
    return tokens > bound ? tokens : undefined;
  }

  #counting = async (): Promise<Counting> => new Counting(await this.#ports.loadTokens(), pausing(this.#ports.clock));

  /** As it is when it fits, which short results do without being counted. */
  fit(sized: Sized): Fitted | Promise<Fitted> {
    const { content, structured, ceiling } = sized;
    if (content.some(isHuge)) return this.#linkHuge(sized).then((it) => this.fit({ ...sized, content: it }));
    const isShort = maxTokensOf(content) <= ceiling && !isLongerThan(structured, ceiling);
    return isShort ? { content, isShortened: false } : this.#count(sized);
  }

  /** The content with a link in the place of each block that is too large for a response. */
  async #linkHuge({ content, whole }: Sized): Promise<Content> {
    const linked: Content = [];
    for (const block of content) {
      const base64 = isHuge(block) ? base64Of(block) : undefined;
      const kept = base64 && (await this.#ports.keep.binary(base64, mediaTypeOf(block), whole().from));
      if (!kept) linked.push(block);
      else if (kept.ok) linked.push({ ...linkTo(pointerTo(kept.value.output)) });
      else linked.push({ type: 'text', text: `[${block.type} of more than ${maxMediaBytes} bytes: ${kept.error}]` });
    }
    return linked;
  }

  async #count(sized: Sized): Promise<Fitted> {
    const { content, structured, ceiling } = sized;
    const counting = await this.#counting();
    const fits = await within(content, ceiling, counting);
    const structureFits =
      structured === undefined || (await textWithin(jsonText(structured), ceiling, counting)) !== undefined;
    if (fits && structureFits) return { content, isShortened: false };
    const { output, from, pointer: known } = sized.whole();
    const kept = known === undefined ? await this.#ports.keep.pointer(output, from) : undefined;
    const pointer = known ?? (kept?.ok ? pointerTo(kept.value.output) : undefined);
    const begun = fits ? { content, cut: 0 } : await beginning(sized, counting);
    const why = `The result is longer than the ${ceiling} tokens of a response`;
    const rest =
      pointer === undefined
        ? `${why}, and the rest is lost. ${kept?.ok === false ? kept.error : ''} Ask for less.`
        : `${why}: ${fits ? 'its structured form is left out' : 'this is its beginning'}. ${sized.readOn(pointer, begun.cut)}`;
    return {
      content: [
        ...begun.content,
        { type: 'text', text: rest },
        ...(pointer === undefined ? [] : [{ ...linkTo(pointer) }]),
      ],
      isShortened: true,
      ...(pointer && { pointer }),
    };
  }
}

const isHuge = (block: Block): boolean => bytesOfBase64(base64Of(block) ?? '') > maxMediaBytes;

function mediaTypeOf(block: Block): string {
  const of = block.type === 'resource' ? block.resource : block;
  return 'mimeType' in of && of.mimeType !== undefined ? of.mimeType : 'application/octet-stream';
}

async function within(content: Content, ceiling: number, counting: Counting): Promise<boolean> {
  let left = ceiling;
  for (const block of content) {
    const took = await tokensWithin(block, left, counting);
    if (took === undefined) return false;
    left -= took;
  }
  return true;
}

/** The tokens of a block; undefined when there are more than so many. */
async function tokensWithin(block: Block, bound: number, counting: Counting): Promise<number | undefined> {
  const text = textOf(block);
  if (text !== undefined) return textWithin(text, bound, counting);
  return mediaTokens <= bound ? mediaTokens : undefined;
}

async function textWithin(text: string, bound: number, counting: Counting): Promise<number | undefined> {
  if (text.length > Math.max(bound, 0) * longestToken) return undefined;
  // Most texts that are too long are so within the first of their characters, which cost less to count than all.
  const first = bound * usualToken;
  if (text.length > 2 * first && (await counting.of(text.slice(0, first))) > bound) return undefined;
  const tokens = await counting.about(text);
  return tokens <= bound ? tokens : undefined;
}

/** The blocks that fit, and the beginning of the first text that does not; with how many bytes of that there are. */
async function beginning(
  { content, ceiling, whole, prefix = '' }: Sized,
  counting: Counting,
): Promise<{ content: Content; cut: number }> {
  let left = Math.max(0, ceiling - reserved);
  const kept: Content = [];
  for (const block of content) {
    const took = await tokensWithin(block, left, counting);
    if (took !== undefined) {
      kept.push(block);
      left -= took;
      continue;
    }
    const text = textOf(block);
    // A picture that does not fit leaves room for the texts after it.
    if (text === undefined) continue;
    const start = await startOf(text, left, counting);
    if (start !== '') kept.push({ type: 'text', text: start });
    const isFirst = kept.length === 1 && text.startsWith(prefix);
    const cut = isFirst ? placeIn(whole().output, text.slice(prefix.length), start.slice(prefix.length)) : 0;
    return { content: kept, cut };
  }
  return { content: kept, cut: 0 };
}

/** After how many bytes of what is kept of an output its text goes on; 0 when the text is not the output. */
function placeIn(output: unknown, text: string, start: string): number {
  if (text === (typeof output === 'string' ? output : jsonText(output))) return Buffer.byteLength(start);
  if (!isObject(output)) return 0;
  const [name = '', ...others] = memberNames(output);
  // Many tools say one text twice: as it is, and as the only member of their structured content.
  if (others.length > 0 || output[name] !== text) return 0;
  return Buffer.byteLength(jsonText({ [name]: start })) - '"}'.length;
}

/** As much of a text as takes about so many tokens, and not more. */
async function startOf(text: string, tokens: number, counting: Counting): Promise<string> {
  let length = Math.min(text.length, tokens * 4);
  for (let turn = 0; turn < 12 && length > 0; turn += 1) {
    const start = wellFormed(text.slice(0, length));
    const counted = await counting.of(start);
    if (counted <= tokens) return start;
    length = Math.floor(((length * tokens) / counted) * 0.98);
  }
  return '';
}

/** Without half of a character at its end. */
const wellFormed = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

/** At `/mcp`, where a tool reads what is kept. */
export const readOnHere: ReadOn = ({ id, bytes, mediaType }, from) =>
  `The whole (${bytes} bytes, ${mediaType}) is kept: read on with read_output {"id": "${id}", "range": "bytes=${from}-"}.`;
