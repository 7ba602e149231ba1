import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { databaseFolder } from './memory-folder.mjs';

const gigabyte = 1024 ** 3;
const inMemory = (gigabytes) => () => ({ type: 0x01021994, bavail: (gigabytes * gigabyte) / 4096, bsize: 4096 });

describe('the folder of test databases', () => {
  it('is in memory where there is room', () => {
    expect(databaseFolder(inMemory(4), '/in-memory')).toBe('/in-memory');
  });

  it.each([
    ['the file system in memory is small', inMemory(0.06)],
    ['it is on a disk', () => ({ ...inMemory(9)(), type: 0xef53 })],
    [
      'there is none',
      () => {
        throw new Error('ENOENT');
      },
    ],
  ])('is the temporary folder where %s', (_why, stat) => {
    expect(databaseFolder(stat)).toBe(tmpdir());
  });
});
