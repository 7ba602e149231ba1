import { Refusal } from '../refusal.js';

const sentences: Readonly<Record<string, (shown: string) => string>> = {
  ENOENT: (shown) => `Nothing exists at "${shown}". Use list on its folder, or search by name, to find the right path.`,
  ENOTDIR: (shown) => `Part of the path "${shown}" is a file, not a folder. Use list on the folder above it.`,
  EACCES: (shown) => `The operating system does not let this server read "${shown}". Choose another path.`,
  EPERM: (shown) => `The operating system does not let this server read "${shown}". Choose another path.`,
  ELOOP: (shown) => `"${shown}" is a link that was not followed. Use list to find a path without it.`,
  ENXIO: (shown) => `"${shown}" is not a regular file, so it was not opened. Choose a regular file.`,
  ENAMETOOLONG: (shown) => `The path "${shown.slice(0, 80)}…" is longer than the file system allows. Shorten it.`,
  EMFILE: () => 'This server has too many files open just now. Try again in a moment.',
  EIO: (shown) => `Reading "${shown}" failed on the device. Try again; if it stays so, the storage needs a person.`,
};

/** By shape and not by class, since an error may come from another realm. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Turns an operating system's error into a refusal about `shown`; anything else comes back unchanged. */
export function refusalOf(error: unknown, shown: string): unknown {
  const sentence = sentences[codeOf(error)];
  return sentence ? new Refusal(sentence(shown)) : error;
}

/** Whether a path is simply absent, as opposed to unreadable. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
