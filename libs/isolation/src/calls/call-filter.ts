import {
  assemble,
  give,
  type Instruction,
  ifAnySet,
  ifEqual,
  load,
  unlessAnySet,
  unlessAtLeast,
  unlessEqual,
} from './bpf.js';
import { deniedCalls, judgedCalls, type Processor } from './call-numbers.js';

/** What a process may do: `command` starts processes and opens sockets; `code` computes, with threads of its own. */
export type CallRules = 'command' | 'code';

/** Verdicts (`linux/seccomp.h`) with their error numbers. */
const errno = 0x00050000;
export const verdicts = Object.freeze({
  allow: 0x7fff0000,
  kill: 0x80000000,
  notPermitted: errno | 1,
  /** clone3 keeps its flags in memory, where a filter cannot read them: callers fall back to clone. */
  notImplemented: errno | 38,
  noSuchFamily: errno | 97,
});

/** Where `struct seccomp_data` has the number, the processor, and the lower half of an argument. */
const offsets = { number: 0, processor: 4, argument: (at: number) => 16 + at * 8 };
const processorCodes: Readonly<Record<Processor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Numbers from here on are the x32 interface, which has the same calls a second time. */
const x32 = 0x40000000;

/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET; CLONE_NEWTIME is a part of the signal in clone, and counts for unshare. */
const newNamespaces = 0x7e020000;
const newTime = 0x80;
const thread = 0x00010000;
/** Unix, IPv4, IPv6. */
const families = [1, 2, 10];
const netlink = 16;
/** Puts text into the terminal that a process shares with others. */
const terminalInput = [0x5412, 0x541c];

const on = (number: number | null, body: readonly Instruction[]): Instruction[] =>
  number === null ? [] : [unlessEqual(number, body.length), ...body];

/** A body that ends in a verdict leaves the number loaded for nobody: each path through it returns. */
const cloneRules = (rules: CallRules): Instruction[] => [
  load(offsets.argument(0)),
  unlessAnySet(newNamespaces, 1),
  give(verdicts.notPermitted),
  ...(rules === 'code' ? [ifAnySet(thread, 1), give(verdicts.notPermitted)] : []),
  give(verdicts.allow),
];

const socketRules: readonly Instruction[] = [
  load(offsets.argument(0)),
  ...families.flatMap((family) => [unlessEqual(family, 1), give(verdicts.allow)]),
  // Of netlink the routes alone, which list the machine's own addresses.
  ifEqual(netlink, 1),
  give(verdicts.noSuchFamily),
  load(offsets.argument(2)),
  unlessEqual(0, 1),
  give(verdicts.allow),
  give(verdicts.noSuchFamily),
];

const unshareRules: readonly Instruction[] = [
  load(offsets.argument(0)),
  unlessAnySet(newNamespaces | newTime, 1),
  give(verdicts.notPermitted),
  give(verdicts.allow),
];

const ioctlRules: readonly Instruction[] = [
  load(offsets.argument(1)),
  ...terminalInput.flatMap((request) => [unlessEqual(request, 1), give(verdicts.notPermitted)]),
  give(verdicts.allow),
];

/** The program that the kernel runs at each system call of a sandbox's processes. */
export function callFilter(processor: Processor, rules: CallRules): Instruction[] {
  const numberOf = (name: keyof typeof judgedCalls): number | null => judgedCalls[name][processor];
  const noProcesses = rules === 'code' ? (['fork', 'vfork'] as const) : [];
  return [
    load(offsets.processor),
    ifEqual(processorCodes[processor], 1),
    give(verdicts.kill),
    load(offsets.number),
    ...(processor === 'x64' ? [unlessAtLeast(x32, 1), give(verdicts.kill)] : []),
    ...deniedCalls.flatMap((call) => on(call[processor], [give(verdicts.notPermitted)])),
    ...on(numberOf('clone3'), [give(verdicts.notImplemented)]),
    ...noProcesses.flatMap((name) => on(numberOf(name), [give(verdicts.notPermitted)])),
    ...on(numberOf('clone'), cloneRules(rules)),
    ...on(numberOf('unshare'), unshareRules),
    ...on(numberOf('socket'), rules === 'code' ? [give(verdicts.notPermitted)] : socketRules),
    ...on(numberOf('ioctl'), ioctlRules),
    give(verdicts.allow),
  ];
}

/** The filter for this process's processor as bubblewrap takes it; null where there is none. */
export function callFilterBytes(rules: CallRules, processor: string = process.arch): Buffer | null {
  return processor === 'x64' || processor === 'arm64' ? assemble(callFilter(processor, rules)) : null;
}
