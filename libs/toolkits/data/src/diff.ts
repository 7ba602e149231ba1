import { clip, Refusal } from '@assay/kit';
import { structuredPatch } from 'diff';
import { z } from 'zod';
import { dataTool, maxText } from './data-tool.js';
import { type JsonChange, jsonChanges } from './json-changes.js';
import { requireShallow } from './json-input.js';

const input = z.strictObject({
  before: z.unknown().describe('Text, or any JSON'),
  after: z.unknown().describe('Text, or any JSON'),
  context: z.int().min(0).max(50).default(3).describe('Unchanged lines around each change of a text'),
  ignoreWhitespace: z.boolean().default(false).describe('For texts: white space at the ends of lines is ignored'),
  limit: z.int().min(1).max(5_000).default(500).describe('Lines of the patch, or changes of JSON, that are returned'),
});
type Input = z.output<typeof input>;

const output = z.object({
  same: z.boolean(),
  added: z.int().nonnegative().describe('Lines, or members and items'),
  removed: z.int().nonnegative(),
  patch: z.string().optional().describe('Of texts: unified format'),
  changes: z
    .array(
      z.object({
        path: z.string().describe('JSON pointer'),
        change: z.enum(['added', 'removed', 'changed']),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      }),
    )
    .optional()
    .describe('Of JSON; lists are compared by position'),
  omitted: z.int().nonnegative().optional().describe('Lines or changes that were not returned, when there are any'),
});
type Output = z.output<typeof output>;

const maxChanges = 100_000;

function ofTexts(before: string, after: string, { context, ignoreWhitespace, limit }: Input): Output {
  if (before.length + after.length > maxText) throw new Refusal(`The texts have more than ${maxText} characters.`);
  const options = { context, ignoreWhitespace, stripTrailingCr: ignoreWhitespace, timeout: 4_000 };
  const patch = structuredPatch('before', 'after', before, after, undefined, undefined, options);
  if (patch === undefined)
    throw new Refusal('The texts differ too much to be compared in time. Compare parts of them.');
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const count = (sign: string): number =>
    patch.hunks.reduce((sum, hunk) => sum + hunk.lines.filter((it) => it.startsWith(sign)).length, 0);
  const omitted = Math.max(0, lines.length - limit);
  return {
    same: patch.hunks.length === 0,
    added: count('+'),
    removed: count('-'),
    patch: lines.slice(0, limit).join('\n'),
    ...(omitted > 0 && { omitted }),
  };
}

function ofJson(before: unknown, after: unknown, { limit }: Input): Output {
  requireShallow(before);
  requireShallow(after);
  const changes = jsonChanges(before, after, maxChanges);
  const count = (...kinds: readonly JsonChange['change'][]): number =>
    changes.filter((it) => kinds.includes(it.change)).length;
  const omitted = Math.max(0, changes.length - limit);
  return {
    same: changes.length === 0,
    added: count('added', 'changed'),
    removed: count('removed', 'changed'),
    changes: changes.slice(0, limit),
    ...(omitted > 0 && { omitted }),
  };
}

export const diff = dataTool({
  name: 'diff',
  title: 'Compare two texts or values',
  description:
    'What changed between two texts (as a unified patch) or two JSON values (as a list of paths with the value before and after).',
  input,
  output,
  compute(asked) {
    const { before, after } = asked;
    const areTexts = typeof before === 'string' && typeof after === 'string';
    const structured = areTexts ? ofTexts(before, after, asked) : ofJson(before, after, asked);
    const said = structured.patch ?? (structured.changes ?? []).map((it) => JSON.stringify(it)).join('\n');
    return { structured, text: structured.same ? 'No difference.' : clip(said) };
  },
});
