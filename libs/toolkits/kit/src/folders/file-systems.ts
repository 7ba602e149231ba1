import { statfs } from 'node:fs/promises';

/**
 * Magic numbers of Linux file systems whose "files" are views of the kernel or of processes: they may block, never
 * end, have effects when read or show other processes' secrets, although they call themselves regular files.
 */
const pseudo = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x1cd1, // devpts
  0x73636673, // securityfs
  0xf97cff8c, // selinux
  0x43415d53, // smack
  0xcafe4a11, // bpf
  0x62656570, // configfs
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x42494e4d, // binfmt_misc
  0x65735543, // fusectl
  0x19800202, // mqueue
  0x6e736673, // nsfs
]);

/** Whether `path` lies on such a file system. Elsewhere than on Linux the numbers mean nothing and the answer is no. */
export async function isPseudoFileSystem(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const { type } = await statfs(path);
  return pseudo.has(type >>> 0);
}
