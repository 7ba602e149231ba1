import kernel from './bit-distances.json' with { type: 'json' };

/** What is used of Node's own: the types of ECMAScript leave it out. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

/** As in `kernel/bit-distances.ts`; places are in bytes. */
type Lower = (asked: number, codes: number, count: number, words: number) => void;

/** Documents of a block, which stays in the processor's cache while several codes are asked for, or fewer of longer codes. */
const maxBlock = 2_048;
/** Where the memory has what: distances come first, then the codes asked for. */
const askedAt = maxBlock * Uint16Array.BYTES_PER_ELEMENT;
const codesAt = 49_152;
const bytesOfBlock = kernel.pages * 65_536 - codesAt;

interface Kernel {
  readonly lower: Lower;
  readonly words: Uint32Array;
  readonly distances: Uint16Array;
}

let loaded: Kernel | undefined;

/** With the first question; one in each thread. */
function load(): Kernel {
  if (loaded !== undefined) return loaded;
  const memory = new WebAssembly.Memory({ initial: kernel.pages });
  const module = new WebAssembly.Module(Buffer.from(kernel.wasm, 'base64'));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const distances = new Uint16Array(memory.buffer, 0, maxBlock);
  loaded = { lower: exports.lower as Lower, words: new Uint32Array(memory.buffer), distances };
  return loaded;
}

/**
 * Each document's distance to the nearest of the codes `asked`: the number of different bits. `codes` has the documents' codes,
 * one after the other. All have `width` words, an even number.
 */
export function distancesTo(asked: readonly Uint32Array[], codes: Uint32Array, distances: Uint16Array): void {
  const width = asked[0]?.length ?? 0;
  if (width === 0) return;
  const { lower, words, distances: ofBlock } = load();
  const bytes = width * words.BYTES_PER_ELEMENT;
  const some = asked.slice(0, Math.floor((codesAt - askedAt) / bytes));
  some.forEach((code, at) => {
    words.set(code, askedAt / words.BYTES_PER_ELEMENT + at * width);
  });
  const block = Math.min(maxBlock, Math.floor(bytesOfBlock / bytes));
  for (let from = 0; from < distances.length; from += block) {
    const end = Math.min(distances.length, from + block);
    words.set(codes.subarray(from * width, end * width), codesAt / words.BYTES_PER_ELEMENT);
    ofBlock.fill(0xffff);
    some.forEach((_, at) => {
      lower(askedAt + at * bytes, codesAt, end - from, width / 2);
    });
    distances.set(ofBlock.subarray(0, end - from), from);
  }
}
