import { lstat } from 'node:fs/promises';
import { type Answer, clip, isAbsent, Refusal, type Root } from '@assay/kit';
import { z } from 'zod';
import { globField, instantField, kinds, pathField } from './fields.js';
import { type CallContext, fileTool } from './file-tool.js';
import { compileGlob } from './glob.js';
import { noRules, rulesAbove } from './ignore-rules.js';
import { childPath, openFolder } from './opened.js';
import { type Found, walk } from './walk.js';

/** Entries looked at in one answer, matching or not; the next page goes on from there. */
const maxVisited = 50_000;

const input = z.strictObject({
  path: pathField
    .default('.')
    .describe('The folder to list. "." is the root, or the list of roots when there are several.'),
  depth: z.int().min(1).max(16).default(1).describe('How many levels down; 1 is the folder itself'),
  glob: globField.optional(),
  kind: z.enum(kinds).optional().describe('Only entries of this kind'),
  ignoreFiles: z.boolean().default(false).describe('Leave out what .gitignore and .ignore files name'),
  hidden: z.boolean().default(false).describe('Include names that begin with a dot'),
  details: z.boolean().default(false).describe('Give size and time of change of each entry, too'),
  limit: z.int().min(1).max(1_000).default(200).describe('Entries per page'),
  cursor: z.string().max(8_192).optional().describe('nextCursor of the page before; keep the other fields the same'),
});

const entry = z.object({
  path: z.string().describe('As the other tools take it'),
  kind: z.enum(kinds).describe('Links are listed and never followed'),
  sizeBytes: z.int().nonnegative().optional().describe('With details: of files'),
  modifiedAt: instantField.optional().describe('With details'),
});

const output = z.object({
  path: z.string(),
  entries: z.array(entry),
  nextCursor: z.string().nullable().describe('Pass it as cursor for more; null at the end'),
  unreadable: z.array(z.string()).describe('Folders that could not be entered, at most 20'),
});

type Input = z.output<typeof input>;
type Entry = z.output<typeof entry>;
type Output = z.output<typeof output>;

const cursorOf = (segments: readonly string[]): string => Buffer.from(JSON.stringify(segments)).toString('base64url');

function segmentsOf(cursor: string): string[] {
  try {
    return z
      .array(z.string())
      .min(1)
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Refusal('The cursor is not one of this tool. Pass nextCursor of an answer unchanged, or leave it out.');
  }
}

const overviewEntry = ({ name }: Root): Entry => ({ path: name, kind: 'folder' });

/** Null when the entry went away between being seen and being asked for. */
async function detailed(found: Found, path: string): Promise<Entry | null> {
  const stats = await lstat(childPath(found.folder, found.segments.at(-1) as string)).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (!stats) return null;
  const size = found.kind === 'file' ? { sizeBytes: stats.size } : {};
  return { path, kind: found.kind, ...size, modifiedAt: stats.mtime.toISOString() };
}

/** A line for people and models: the name below the listed folder, as short as it can be. */
function lineOf({ path, kind, sizeBytes, modifiedAt }: Entry, base: string): string {
  const mark = kind === 'folder' ? '/' : kind === 'link' ? '@' : '';
  const size = sizeBytes === undefined ? '' : `  ${sizeBytes} B`;
  const time = modifiedAt === undefined ? '' : `  ${modifiedAt.slice(0, 16)}Z`;
  return `${path.slice(base.length)}${mark}${size}${time}`;
}

const baseOf = (shown: string): string => (shown === '.' ? '' : `${shown}/`);

function describe({ path, entries, nextCursor }: Output): Answer<Output>['text'] {
  const lines = entries.map((each) => lineOf(each, baseOf(path)));
  const more = nextCursor ? 'More follow: pass nextCursor as cursor.' : '';
  return clip(
    [`${path}: ${entries.length === 1 ? '1 entry' : `${entries.length} entries`}`, ...lines, more]
      .filter(Boolean)
      .join('\n'),
  );
}

const answerOf = (structured: Output): Answer<Output> => ({ structured, text: describe(structured) });

async function listFolder(asked: Input, { territory, signal }: CallContext): Promise<Output> {
  const place = await territory.locate(asked.path);
  const folder = await openFolder(place.real, place.root, place.shown);
  const glob = asked.glob === undefined ? undefined : compileGlob(asked.glob);
  const base = baseOf(place.shown);
  const result: Output = { path: place.shown, entries: [], nextCursor: null, unreadable: [] };
  const onUnreadable = (segments: readonly string[]) => {
    if (result.unreadable.length < 20) result.unreadable.push(base + segments.join('/'));
  };
  const after = asked.cursor === undefined ? undefined : segmentsOf(asked.cursor);
  const outerRules = asked.ignoreFiles ? await rulesAbove(place) : noRules;
  let visited = 0;
  let last: readonly string[] = [];
  try {
    for await (const found of walk(folder, { ...asked, outerRules, after, signal, onUnreadable })) {
      if (result.entries.length === asked.limit || visited === maxVisited) {
        result.nextCursor = cursorOf(last);
        break;
      }
      visited += 1;
      last = found.segments;
      if (asked.kind !== undefined && found.kind !== asked.kind) continue;
      if (glob && !glob.matches(found.segments)) continue;
      const path = base + found.segments.join('/');
      const made = asked.details ? await detailed(found, path) : { path, kind: found.kind };
      if (made) result.entries.push(made);
    }
  } finally {
    await folder.close();
  }
  return result;
}

export const list = fileTool({
  name: 'list',
  title: 'List a folder',
  description:
    'Lists files and folders in a stable order, page by page; with details also size and time of change. Use it to see what is there; set depth for a tree and glob to narrow it. To find files by name or content anywhere, use search.',
  input,
  output,
  async run(asked, context) {
    if (!context.territory.isOverview(asked.path)) return answerOf(await listFolder(asked, context));
    const entries = context.territory.roots.map(overviewEntry);
    return answerOf({ path: '.', entries, nextCursor: null, unreadable: [] });
  },
});
