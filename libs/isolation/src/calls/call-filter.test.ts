import { describe, expect, it } from '@jest/globals';
import { operations } from './bpf.js';
import { type CallRules, callFilterBytes, verdicts } from './call-filter.js';
import { deniedCalls, judgedCalls, type Processor } from './call-numbers.js';

const processors = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

interface Call {
  readonly number: number;
  readonly args?: readonly number[];
  readonly processor?: number;
}

/** What the kernel is given for a call: `struct seccomp_data`. */
function dataOf({ number, args = [], processor = processors.x64 }: Call): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(processor, 4);
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + at * 8);
  return data;
}

/** Runs the bytes of a filter as the kernel does. */
function judge(filter: Buffer, call: Call): number {
  const data = dataOf(call);
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    if (code === operations.return) return value;
    if (code === operations.loadWord) loaded = data.readUInt32LE(value);
    else {
      const holds: Readonly<Record<number, boolean>> = {
        [operations.jumpEqual]: loaded === value,
        [operations.jumpAtLeast]: loaded >= value,
        [operations.jumpAnySet]: (loaded & value) !== 0,
      };
      at += 8 * filter.readUInt8(at + (holds[code] === true ? 2 : 3));
    }
  }
  throw new Error('The filter ends without a verdict.');
}

const filterFor = (rules: CallRules, processor: Processor = 'x64'): Buffer =>
  callFilterBytes(rules, processor) as Buffer;
const clone = (flags: number): Call => ({ number: judgedCalls.clone.x64, args: [flags] });
const socket = (family: number, protocol = 0): Call => ({
  ...{ number: judgedCalls.socket.x64, args: [family, 1, protocol] },
});
const [threadFlags, processFlags] = [0x003d0f00, 17];

describe.each(['command', 'code'] as const)('the filter of system calls (%s)', (rules) => {
  it.each(['x64', 'arm64'] as const)('denies calls by their number (%s)', (processor) => {
    const filter = filterFor(rules, processor);
    for (const call of deniedCalls) {
      const number = call[processor];
      if (number !== null)
        expect([call.name, judge(filter, { number, processor: processors[processor] })]).toEqual([
          ...[call.name, verdicts.notPermitted],
        ]);
    }
  });

  it('allows what programs do: read, write, open, map, run, wait', () => {
    for (const number of [0, 1, 2, 9, 59, 61, 202, 231, 257, 281, 334])
      expect(judge(filterFor(rules), { number })).toBe(verdicts.allow);
    for (const number of [56, 63, 64, 93, 98, 215, 221, 222])
      expect(judge(filterFor(rules, 'arm64'), { number, processor: processors.arm64 })).toBe(verdicts.allow);
  });

  it('ends a process that calls by the numbers of another interface', () => {
    const i386 = 0x40000003;
    expect(judge(filterFor(rules), { number: 101, processor: i386 })).toBe(verdicts.kill);
    expect(judge(filterFor(rules), { number: 0x40000000 + 101 })).toBe(verdicts.kill);
    expect(judge(filterFor(rules, 'arm64'), { number: 117, processor: 0x40000028 })).toBe(verdicts.kill);
  });

  it('denies every new namespace, and allows threads', () => {
    const filter = filterFor(rules);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(judge(filter, clone(flag | processFlags))).toBe(verdicts.notPermitted);
      expect(judge(filter, { number: judgedCalls.unshare.x64, args: [flag] })).toBe(verdicts.notPermitted);
    }
    expect(judge(filter, { number: judgedCalls.unshare.x64, args: [0x80] })).toBe(verdicts.notPermitted);
    expect(judge(filter, { number: judgedCalls.unshare.x64, args: [0x400] })).toBe(verdicts.allow);
    expect(judge(filter, clone(threadFlags))).toBe(verdicts.allow);
    expect(judge(filter, { number: judgedCalls.clone3.x64 })).toBe(verdicts.notImplemented);
  });

  it('denies text that is put into a terminal', () => {
    const ioctl = (request: number): Call => ({ number: judgedCalls.ioctl.x64, args: [0, request] });
    expect([0x5412, 0x541c, 0x5401].map((it) => judge(filterFor(rules), ioctl(it)))).toEqual([
      ...[verdicts.notPermitted, verdicts.notPermitted, verdicts.allow],
    ]);
  });
});

describe('the two sets of rules', () => {
  it('lets commands start processes, and code none', () => {
    const forks: readonly Call[] = [clone(processFlags), { number: 57 }, { number: 58 }];
    expect(forks.map((call) => judge(filterFor('command'), call))).toEqual(forks.map(() => verdicts.allow));
    expect(forks.map((call) => judge(filterFor('code'), call))).toEqual(forks.map(() => verdicts.notPermitted));
  });

  it('lets commands open sockets of the internet and of the machine, and code none', () => {
    const [unix, ip, ip6, route] = [socket(1), socket(2), socket(10), socket(16, 0)];
    for (const call of [unix, ip, ip6, route]) {
      expect(judge(filterFor('command'), call)).toBe(verdicts.allow);
      expect(judge(filterFor('code'), call)).toBe(verdicts.notPermitted);
    }
    // Packets, the audit log, netfilter, the kernel's ciphers, virtual machines.
    for (const call of [socket(17), socket(16, 9), socket(16, 12), socket(38), socket(40)])
      expect(judge(filterFor('command'), call)).toBe(verdicts.noSuchFamily);
  });

  it('stays below the length that kernels take, and is absent for other processors', () => {
    expect(filterFor('command').length / 8).toBeLessThan(4_096);
    expect(callFilterBytes('command', 'riscv64')).toBeNull();
  });
});
