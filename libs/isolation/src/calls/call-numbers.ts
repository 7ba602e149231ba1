/** Processors whose system calls can be filtered. */
export type Processor = 'x64' | 'arm64';

/** A system call with its number on each processor; null where the processor has no such call. */
export interface CallNumbers {
  readonly x64: number | null;
  readonly arm64: number | null;
}

const calls = (table: Readonly<Record<string, readonly [x64: number | null, arm64: number | null]>>) =>
  Object.entries(table).map(([name, [x64, arm64]]) => ({ name, x64, arm64 }));

/**
 * Calls that no tool server needs and that kernels have had holes in, or that act on other processes, on mounts or on the
 * machine. Numbers: `asm/unistd_64.h` and `asm-generic/unistd.h` of Linux, which never change.
 */
export const deniedCalls = calls({
  // Other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Mounts and namespaces
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // Keys of the kernel, which are not separated by namespaces
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Interfaces of the kernel that many holes were in
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // The machine
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
});

/** Calls that are denied by what they are asked to do. */
export const judgedCalls = {
  clone: { x64: 56, arm64: 220 },
  clone3: { x64: 435, arm64: 435 },
  unshare: { x64: 272, arm64: 97 },
  socket: { x64: 41, arm64: 198 },
  ioctl: { x64: 16, arm64: 29 },
  fork: { x64: 57, arm64: null },
  vfork: { x64: 58, arm64: null },
} as const satisfies Record<string, CallNumbers>;
