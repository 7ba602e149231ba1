/** One instruction of classic BPF, as the kernel reads it: `struct sock_filter`. */
export interface Instruction {
  readonly code: number;
  /** Instructions to skip when a comparison holds, and when it does not. */
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly value: number;
}

/** Operations that the filter uses (`linux/bpf_common.h`). */
export const operations = Object.freeze({
  loadWord: 0x20,
  jumpEqual: 0x15,
  jumpAtLeast: 0x35,
  jumpAnySet: 0x45,
  return: 0x06,
});

const instructionBytes = 8;

/** Loads 32 bits of `struct seccomp_data`. */
export const load = (offset: number): Instruction => ({
  ...{ code: operations.loadWord, ifTrue: 0, ifFalse: 0, value: offset },
});
export const give = (verdict: number): Instruction => ({
  ...{ code: operations.return, ifTrue: 0, ifFalse: 0, value: verdict },
});
const jump = (code: number, value: number, ifTrue: number, ifFalse: number): Instruction => ({
  ...{ code, ifTrue, ifFalse, value },
});

/** Skips the next `count` instructions unless the loaded word is the value. */
export const unlessEqual = (value: number, count: number): Instruction => jump(operations.jumpEqual, value, 0, count);
/** Skips the next `count` instructions if the loaded word is the value. */
export const ifEqual = (value: number, count: number): Instruction => jump(operations.jumpEqual, value, count, 0);
export const unlessAtLeast = (value: number, count: number): Instruction =>
  jump(operations.jumpAtLeast, value, 0, count);
export const unlessAnySet = (bits: number, count: number): Instruction => jump(operations.jumpAnySet, bits, 0, count);
export const ifAnySet = (bits: number, count: number): Instruction => jump(operations.jumpAnySet, bits, count, 0);

/** The program as bytes. Both processors are little-endian. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * instructionBytes);
  for (const [at, { code, ifTrue, ifFalse, value }] of program.entries()) {
    const from = at * instructionBytes;
    bytes.writeUInt16LE(code, from);
    bytes.writeUInt8(ifTrue, from + 2);
    bytes.writeUInt8(ifFalse, from + 3);
    bytes.writeUInt32LE(value >>> 0, from + 4);
  }
  return bytes;
}
