import { posix } from 'node:path';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';

/** The rooms of core, each with those it may look into beside itself. Policy and discovery do not see each other. */
const below: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  identity: ['kernel'],
  catalog: ['kernel', 'identity'],
  trust: ['kernel', 'identity', 'catalog'],
  policy: ['kernel', 'identity', 'catalog', 'trust'],
  discovery: ['kernel', 'identity', 'catalog', 'trust'],
  invocation: ['kernel', 'identity', 'catalog', 'trust', 'policy', 'discovery'],
  composition: ['kernel', 'identity', 'catalog', 'trust', 'policy', 'discovery', 'invocation'],
  assurance: ['kernel', 'identity', 'catalog', 'trust', 'policy', 'discovery', 'invocation', 'composition'],
  creation: ['kernel', 'identity', 'catalog', 'trust', 'policy', 'discovery', 'invocation', 'composition', 'assurance'],
};

const rooms = 'libs/core/src/';

/** The room of a path in core; an empty text for files that stand in none. */
const roomOf = (path: string): string => {
  const inside = path.slice(rooms.length);
  return path.startsWith(rooms) && inside.includes('/') ? (inside.split('/')[0] ?? '') : '';
};

function roomFindings(file: SourceFile): Finding[] {
  const room = roomOf(file.path);
  const allowed = below[room];
  if (!allowed) {
    const found = room === '' ? 'the file stands in no room of core' : `core has no room called ${room}`;
    return [{ file: file.path, found, instead: `put it into one of ${Object.keys(below).join(', ')}` }];
  }
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => roomOf(posix.join(posix.dirname(file.path), specifier)))
    .filter((other) => other !== '' && other !== room && !allowed.includes(other))
    .map((other) => ({
      file: file.path,
      found: `${room} imports from ${other}`,
      instead: `state what is needed as an interface in ${room}, or in kernel when both need it, and let wiring pass it`,
    }));
}

/** Rule 2: the rooms of core look downwards only. */
export const roomOrder: Rule = (tree) =>
  tree
    .filter((file) => placeOf(file)?.workspace === 'libs/core' && placeOf(file)?.kind === 'source')
    .filter(({ path }) => path !== `${rooms}index.ts`)
    .flatMap(roomFindings);
