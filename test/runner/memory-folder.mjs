import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The type that Linux gives a file system in memory (tmpfs) in statfs. */
const tmpfs = 0x01021994;
const neededBytes = 4 * 1024 ** 3;

/**
 * Where a test run keeps its databases: in memory if the machine has a file system there with 4 GB free, else with its
 * other temporary files. Each test file clones a database of some 900 small files: about 20 ms in memory, 300 ms and more
 * on a disk that others write to.
 */
export function databaseFolder(stat = statfsSync, folder = '/dev/shm') {
  try {
    const { type, bavail, bsize } = stat(folder);
    return type === tmpfs && bavail * bsize >= neededBytes ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}
