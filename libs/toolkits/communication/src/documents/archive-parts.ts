import { type Unzipped, unzipSync } from 'fflate';

export const isArchive = (content: Uint8Array): boolean =>
  content[0] === 0x50 && content[1] === 0x4b && (content[2] === 0x03 || content[2] === 0x05);

const maxParts = 2_000;
const maxUncompressedBytes = 32 * 1024 * 1024;

/** The files of a ZIP archive that are wanted; null when there are too many or they are too large together. */
export function archiveParts(content: Uint8Array, isWanted: (name: string) => boolean): Unzipped | null {
  let [total, parts] = [0, 0];
  // The directory is read before anything is decompressed, and no part gets more room than the directory says.
  unzipSync(content, {
    filter: ({ name, originalSize }) => {
      parts += 1;
      if (isWanted(name)) total += originalSize;
      return false;
    },
  });
  if (parts > maxParts || total > maxUncompressedBytes) return null;
  return unzipSync(content, { filter: ({ name }) => isWanted(name) });
}

/** The names of all files in it. */
export function archiveNames(content: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(content, {
    filter: ({ name }) => {
      if (!name.endsWith('/')) names.push(name);
      return false;
    },
  });
  return names;
}
