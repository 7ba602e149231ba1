import type { MemoryLayer, Pointer } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import {
  type Clock,
  dayMs,
  digestBytes,
  digestText,
  err,
  hourMs,
  isoTime,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { BlockProvenance } from './context-block.js';
import type { KeptCaps, KeptContent, KeptKind, KeptOutput, KeptOutputs } from './kept-outputs.js';
import { isText, outputText } from './output-text.js';

const mebibyte = 1024 * 1024;

/** How long what is kept lasts, and how much of it one principal may have. */
export const keepDefaults = Object.freeze({
  pointerKeepMs: dayMs,
  memoryKeepMs: Object.freeze({ working: hourMs, session: dayMs, episodic: 30 * dayMs }) as Readonly<
    Record<MemoryLayer, number>
  >,
  caps: Object.freeze({
    pointer: { count: 1_000, bytes: 256 * mebibyte },
    memory: { count: 1_000, bytes: 64 * mebibyte },
    result: { count: 1_000, bytes: 64 * mebibyte },
  }) as Readonly<Record<KeptKind, KeptCaps>>,
  /** Longest single memory, in bytes. */
  maxMemoryBytes: mebibyte,
});

export interface KeepPorts {
  readonly store: Pick<KeptOutputs, 'keep'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Called for a store that does not answer. */
  readonly onProblem: (cause: unknown) => void;
}

/** Of which call, and whose. */
export interface KeptFrom extends Omit<BlockProvenance, 'level' | 'whole'> {
  readonly caller: Caller;
  readonly session?: string | undefined;
}

export interface MemoryWish {
  readonly layer?: MemoryLayer | undefined;
  readonly keepMs?: number | undefined;
}

/** What was kept, and whether the same content had been there before. */
export interface Kept {
  readonly output: KeptOutput;
  readonly known: boolean;
}

/** Bytes as they are to be kept. */
interface Body {
  readonly content: string;
  readonly isBinary: boolean;
  readonly bytes: number;
  readonly digest: string;
  readonly mediaType: string;
}

/** Keeps results for their callers. Why something was not kept is a sentence: the call it came from has been made. */
export class KeepOutput {
  constructor(private readonly ports: KeepPorts) {}

  /** The whole of a result, behind a pointer. */
  pointer(output: unknown, from: KeptFrom): Promise<Result<Kept, string>> {
    return this.#keep('pointer', bodyOf(output), from, { keepMs: keepDefaults.pointerKeepMs });
  }

  /** A binary part of a result, given in base64. */
  binary(base64: string, mediaType: string, from: KeptFrom): Promise<Result<Kept, string>> {
    const decoded = Buffer.from(base64, 'base64');
    const digest = digestBytes(decoded);
    const body = { content: base64, isBinary: true, bytes: decoded.length, digest, mediaType };
    return this.#keep('pointer', body, from, { keepMs: keepDefaults.pointerKeepMs });
  }

  /** What a call of a session returned, so that compacting the session can shorten it. */
  result(output: unknown, from: KeptFrom): Promise<Result<Kept, string>> {
    return this.#keep('result', bodyOf(output), from, { keepMs: keepDefaults.pointerKeepMs });
  }

  async memory(output: unknown, from: KeptFrom, wish: MemoryWish): Promise<Result<Kept, string>> {
    const body = bodyOf(output);
    const limit = keepDefaults.maxMemoryBytes;
    if (body.bytes > limit)
      return err(
        `It was not remembered: it takes ${body.bytes} bytes, and a memory at most ${limit}; name the fields that matter.`,
      );
    const layer = wish.layer ?? (from.session === undefined ? 'episodic' : 'session');
    return this.#keep('memory', body, from, { layer, keepMs: wish.keepMs ?? keepDefaults.memoryKeepMs[layer] });
  }

  async #keep(kind: KeptKind, body: Body, from: KeptFrom, { layer, keepMs }: MemoryWish & { keepMs: number }) {
    const { caller, session } = from;
    if (caller.principalId === null || caller.organisationId === null)
      return err('The result was not stored: storing requires authentication.');
    const createdAt = this.ports.clock.now();
    const output: KeptContent = {
      id: this.ports.random.uuid(),
      kind,
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      layer: layer ?? null,
      session: session ?? null,
      invocationId: from.invocationId,
      tool: from.tool,
      version: from.version,
      source: from.source,
      confidence: from.confidence,
      findings: from.findings,
      createdAt,
      expiresAt: createdAt + keepMs,
      ...body,
    };
    const caps = keepDefaults.caps[kind];
    const keeping = await this.ports.store.keep(output, caps).catch((cause: unknown) => {
      this.ports.onProblem(cause);
      return undefined;
    });
    if (keeping === undefined) return err('It was not kept: the database did not answer.');
    if (keeping.state !== 'full') return ok({ output: keeping.output, known: keeping.state === 'known' });
    const { count, bytes } = keeping;
    return err(
      `It was not kept: you have ${count} of at most ${caps.count} with ${bytes} of at most ${caps.bytes} bytes; ${wayOut[kind]}`,
    );
  }
}

const wayOut: Readonly<Record<KeptKind, string>> = {
  pointer: 'they expire within 24 hours, or delete some: DELETE /v1/outputs/{id}.',
  memory: 'forget some: DELETE /v1/memory/{id}.',
  result: 'they expire within 24 hours.',
};

function bodyOf(output: unknown): Body {
  const content = outputText(output);
  const mediaType = isText(output) ? 'text/plain; charset=utf-8' : 'application/json';
  return { content, isBinary: false, bytes: Buffer.byteLength(content), digest: digestText(content), mediaType };
}

const places: Readonly<Record<KeptKind, string>> = {
  pointer: '/v1/outputs/',
  memory: '/v1/memory/',
  result: '/v1/outputs/',
};

/** Where what is kept is read. */
export const keptUrl = ({ kind, id }: Pick<KeptOutput, 'kind' | 'id'>): string => `${places[kind]}${id}`;

export const pointerTo = (output: KeptOutput): Pointer => ({
  id: output.id,
  digest: output.digest,
  bytes: output.bytes,
  mediaType: output.mediaType,
  url: keptUrl(output),
  expiresAt: isoTime(output.expiresAt),
});
