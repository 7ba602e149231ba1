import { type Unzipped, unzipSync } from 'fflate';

export const isArchive = (content: Uint8Array): boolean =>
  content[0] === 0x50 && content[1] === 0x4b && (content[2] === 0x03 || content[2] === 0x05);

const maxParts = 2_000;
const maxUncompressedBytes = 32 * 1024 * 1024;

/** A ZIP archive whose directory was read, and nothing else yet. */
export interface Archive {
  /** The names of all files in it. */
  readonly names: readonly string[];
  /** The files that are wanted; null when the archive has too many, or they are too large together. */
  read(isWanted: (name: string) => boolean): Unzipped | null;
}

/** Throws for what is no archive, or a damaged one. */
export function openArchive(content: Uint8Array): Archive {
  const sizes: (readonly [name: string, bytes: number])[] = [];
  unzipSync(content, {
    filter: ({ name, originalSize }) => {
      sizes.push([name, originalSize]);
      return false;
    },
  });
  return {
    names: sizes.map(([name]) => name).filter((name) => !name.endsWith('/')),
    read: (isWanted) => {
      const total = sizes.reduce((sum, [name, bytes]) => sum + (isWanted(name) ? bytes : 0), 0);
      if (sizes.length > maxParts || total > maxUncompressedBytes) return null;
      // No part gets more room than the directory says.
      return unzipSync(content, { filter: ({ name }) => isWanted(name) });
    },
  };
}
