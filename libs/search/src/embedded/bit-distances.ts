import { distanceModule, layoutOf, type LowerBlock } from './distance-module.js';

/** What is used of Node's own: the types of ECMAScript leave it out. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

/** Codes that are asked for together; the whole query and its parts are fewer. */
const maxAsked = 16;

/** Compares codes of one width, block by block. */
class Blocks {
  readonly documents: number;
  private readonly askedAt: number;
  private readonly codesAt: number;
  private readonly memory: Uint32Array;
  private readonly distances: Uint16Array;
  private readonly lower: LowerBlock;

  constructor(private readonly width: number) {
    const layout = layoutOf(width, maxAsked);
    const { documents, askedAt, codesAt, pages } = layout;
    const memory = new WebAssembly.Memory({ initial: pages });
    const module = new WebAssembly.Module(distanceModule(width, layout));
    const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
    this.lower = exports['f'] as LowerBlock;
    this.documents = documents;
    this.askedAt = askedAt;
    this.codesAt = codesAt;
    this.memory = new Uint32Array(memory.buffer);
    this.distances = new Uint16Array(memory.buffer, 0, documents);
  }

  ask(codes: readonly Uint32Array[]): void {
    codes.forEach((code, at) => {
      this.memory.set(code, this.askedAt / code.BYTES_PER_ELEMENT + at * this.width);
    });
  }

  /** Writes the distances of one block's documents to the nearest of the codes asked for. */
  measure(distances: Uint16Array, codes: Uint32Array, asked: number): void {
    const { width, memory } = this;
    memory.set(codes, this.codesAt / codes.BYTES_PER_ELEMENT);
    this.distances.fill(0xffff);
    for (let at = 0; at < asked; at += 1) {
      this.lower(this.askedAt + at * width * codes.BYTES_PER_ELEMENT, distances.length);
    }
    distances.set(this.distances.subarray(0, distances.length));
  }
}

/** By the words of a code. One per length of vectors that is met: few. */
const kept = new Map<number, Blocks>();

function blocksOf(width: number): Blocks {
  const known = kept.get(width);
  if (known !== undefined) return known;
  const made = new Blocks(width);
  kept.set(width, made);
  return made;
}

/**
 * Each document's distance to the nearest of the codes `asked`, which have one width: the number of different bits. `codes` has
 * the documents' codes, one after the other.
 */
export function distancesTo(asked: readonly Uint32Array[], codes: Uint32Array, distances: Uint16Array): void {
  const width = asked[0]?.length ?? 0;
  if (width === 0) return;
  const some = asked.slice(0, maxAsked);
  const blocks = blocksOf(width);
  blocks.ask(some);
  for (let from = 0; from < distances.length; from += blocks.documents) {
    const end = Math.min(distances.length, from + blocks.documents);
    blocks.measure(distances.subarray(from, end), codes.subarray(from * width, end * width), some.length);
  }
}
