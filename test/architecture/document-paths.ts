import type { Finding } from './finding.js';
import type { SourceFile } from './source-tree.js';

/** What documents may lead to: whether a path exists in the repository, and the text of a document. */
export interface Documents {
  exists(path: string): boolean;
  textOf(path: string): string | undefined;
}

const topFolders = ['apps/', 'libs/', 'test/', 'docs/', 'prisma/'];

/** Lines outside fenced code blocks. */
function proseOf(text: string): string[] {
  let isFenced = false;
  return text.split('\n').filter((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isFenced = !isFenced;
    return !isFence && !isFenced;
  });
}

/** The targets of inline links that stay in the repository. */
const linksIn = (line: string): string[] =>
  line
    .split('](')
    .slice(1)
    .map((rest) => rest.split(')')[0] as string)
    .filter((target) => !target.includes('://'));

/** Inline code that names one path from the repository's root. */
const pathsIn = (line: string): string[] =>
  line
    .split('`')
    .filter((_, index) => index % 2 === 1)
    .filter((code) => topFolders.some((folder) => code.startsWith(folder)))
    .filter((code) => ![' ', '*', '{', '<', '…'].some((sign) => code.includes(sign)));

/** A relative link as a path from the root, without its anchor. */
function resolved(from: string, link: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of link.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const kept = new Set('abcdefghijklmnopqrstuvwxyz0123456789 -_');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  [...heading.toLowerCase()]
    .filter((sign) => kept.has(sign))
    .join('')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): string[] =>
  proseOf(text)
    .filter((line) => line.startsWith('#'))
    .map((line) => anchorOf(line.slice(line.indexOf(' ') + 1)));

function brokenLink(document: SourceFile, link: string, documents: Documents): boolean {
  const [target = '', anchor] = link.split('#');
  const path = target === '' ? document.path : resolved(document.path, target);
  if (!documents.exists(path)) return true;
  return anchor !== undefined && !anchorsOf(documents.textOf(path) ?? '').includes(anchor);
}

/** Links of documents that lead nowhere, and paths in them that do not exist. */
export function documentPaths(pages: readonly SourceFile[], documents: Documents): Finding[] {
  return pages.flatMap((page) => {
    const lines = proseOf(page.source);
    const links = lines.flatMap(linksIn).filter((link) => brokenLink(page, link, documents));
    const paths = lines.flatMap(pathsIn).filter((path) => !documents.exists(path));
    return [...links, ...paths].map((path) => ({
      file: page.path,
      found: `${path} does not exist`,
      instead: 'name the path or heading as it is now',
    }));
  });
}
