/**
 * A WebAssembly module that compares bit codes: JavaScript has no instruction that counts bits, and what replaces it takes eight
 * times as long. It is written here instruction by instruction, for codes of one width, so that its inner loop has no loop.
 */

/** Where the module's memory has what: the distances of a block of documents, the codes asked for, the documents' codes. */
export interface DistanceLayout {
  /** Documents in a block. */
  readonly documents: number;
  readonly askedAt: number;
  readonly codesAt: number;
  readonly pages: number;
}

/** Lowers the distances of the first `count` documents of the block to the code at `asked`. */
export type LowerBlock = (asked: number, count: number) => void;

const bytesAWord = 4;
const bytesADistance = 2;
const bytesAPage = 65_536;
/** Codes of a block, which stay in the processor's cache while several codes are asked for. */
const bytesABlock = 65_536;

export function layoutOf(width: number, asked: number): DistanceLayout {
  const documents = Math.max(1, Math.floor(bytesABlock / (width * bytesAWord)));
  const askedAt = aligned(documents * bytesADistance);
  const codesAt = askedAt + aligned(asked * width * bytesAWord);
  const bytes = codesAt + documents * width * bytesAWord;
  return { documents, askedAt, codesAt, pages: Math.ceil(bytes / bytesAPage) };
}

const aligned = (bytes: number): number => Math.ceil(bytes / 64) * 64;

/** The module's bytes; it imports the memory `m.m` and exports `LowerBlock` as `f`. */
export function distanceModule(width: number, { codesAt, pages }: DistanceLayout): Uint8Array<ArrayBuffer> {
  const type = section(1, [1, 0x60, 2, op.i32, op.i32, 0]);
  const memory = section(2, [1, ...named('m'), ...named('m'), 2, 0, ...unsigned(pages)]);
  const functions = section(3, [1, 0]);
  const exported = section(7, [1, ...named('f'), 0, 0]);
  const body = [1, 3, op.i32, ...lowerBlock(width, codesAt), op.end];
  const code = section(10, [1, ...unsigned(body.length), ...body]);
  return Uint8Array.from([...magic, ...type, ...memory, ...functions, ...exported, ...code]);
}

const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const op = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  load32: 0x28,
  load64: 0x29,
  load16: 0x2f,
  store16: 0x3b,
  constant: 0x41,
  less: 0x49,
  popcount32: 0x69,
  add32: 0x6a,
  subtract: 0x6b,
  xor32: 0x73,
  popcount64: 0x7b,
  add64: 0x7c,
  xor64: 0x85,
  wrap: 0xa7,
  i32: 0x7f,
  noResult: 0x40,
} as const;

/** Parameters, then locals. */
const [asked, left, at, to, distance] = [0, 1, 2, 3, 4];

/** For each document: the distance to the code at `asked`, written where it is below the one that stands. */
const lowerBlock = (width: number, codesAt: number): number[] => [
  ...[op.loop, op.noResult],
  ...distanceAt(width, codesAt),
  ...[op.tee, distance, op.get, to, op.load16, 1, 0, op.less, op.if, op.noResult],
  ...[op.get, to, op.get, distance, op.store16, 1, 0, op.end],
  ...[op.get, at, op.constant, ...signed(width * bytesAWord), op.add32, op.set, at],
  ...[op.get, to, op.constant, bytesADistance, op.add32, op.set, to],
  ...[op.get, left, op.constant, 1, op.subtract, op.tee, left, op.branchIf, 0, op.end],
];

/** Two words at a time, and the last alone when their number is odd. */
function distanceAt(width: number, codesAt: number): number[] {
  const pairs = Math.floor(width / 2);
  const counted = Array.from({ length: pairs }, (_, pair) => [
    ...[op.get, at, op.load64, 2, ...unsigned(codesAt + pair * 2 * bytesAWord)],
    ...[op.get, asked, op.load64, 2, ...unsigned(pair * 2 * bytesAWord), op.xor64, op.popcount64],
    ...(pair > 0 ? [op.add64] : []),
  ]).flat();
  const last = (width - 1) * bytesAWord;
  const odd = [
    ...[op.get, at, op.load32, 2, ...unsigned(codesAt + last)],
    ...[op.get, asked, op.load32, 2, ...unsigned(last), op.xor32, op.popcount32],
  ];
  if (pairs === 0) return odd;
  return [...counted, op.wrap, ...(width % 2 === 1 ? [...odd, op.add32] : [])];
}

const named = (name: string): number[] => [name.length, ...Buffer.from(name)];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...unsigned(bytes.length), ...bytes];

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** LEB128 of a number that is not negative, whose highest bit would else be read as its sign. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
