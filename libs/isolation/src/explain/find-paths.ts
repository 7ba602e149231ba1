/** A path of an error text, and what the error says about it. */
export interface MentionedPath {
  readonly path: string;
  /** `missing`: it does not exist. `denied`: it may not be read or written. */
  readonly cause: 'missing' | 'denied';
}

const missing = /\bENOENT\b|no such file or directory|does not exist|not found|unable to open database file/i;
const denied = /\bE(?:ACCES|ROFS|PERM)\b|permission denied|read-only file system|attempt to write a readonly database/i;

/** Quoted paths may hold spaces; others end at a space or a bracket. Both expressions take one pass. */
const quoted = /(["'`])(\/[^"'`\n]{1,1000})\1/g;
const bare = /(?:^|[\s=(:])(\/[^\s"'`()[\]{},;]{1,1000})/g;

const maxLines = 200;
const maxPaths = 50;

const withoutEnd = (path: string): string => path.replace(/[.:!?]+$/, '').replace(/(?<=.)\/+$/, '');

/** Absolute paths in the lines of a text that report a missing or forbidden file. */
export function findPaths(text: string): MentionedPath[] {
  const found: MentionedPath[] = [];
  for (const line of text.split('\n').slice(-maxLines)) {
    const cause = denied.test(line) ? 'denied' : missing.test(line) ? 'missing' : null;
    if (cause === null) continue;
    const paths = [
      ...[...line.matchAll(quoted)].map((match) => match[2] ?? ''),
      ...[...line.matchAll(bare)].map((match) => match[1] ?? ''),
    ];
    for (const path of paths.map(withoutEnd))
      if (path.length > 1 && !path.startsWith('//')) found.push({ path, cause });
    if (found.length >= maxPaths) break;
  }
  return found.slice(0, maxPaths);
}
