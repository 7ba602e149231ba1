import { Refusal } from '@assay/kit';
import { z } from 'zod';

const id = z.string().regex(/^[0-9a-f]{40,64}$/);
const branch = z.string().max(200);
const repo = z.string().max(4_096);

/**
 * What undoes one change: which state it left, so that nothing is undone that somebody has changed since. A caller that makes one
 * up reaches no further than the tools do: each kind is checked again when it is used.
 */
const undoSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('branch'), repo, branch, at: id }),
  z.strictObject({ kind: z.literal('worktree'), repo, path: repo, branch, at: id }),
  z.strictObject({ kind: z.literal('removed-worktree'), repo, path: repo, branch, at: id }),
  z.strictObject({ kind: z.literal('checkout'), repo, to: branch, at: id }),
  z.strictObject({ kind: z.literal('commit'), repo, branch, before: id, after: id }),
  z.strictObject({ kind: z.literal('merge'), repo, branch, before: id, after: id }),
  z.strictObject({ kind: z.literal('clone'), repo, at: id, mark: z.string().max(100) }),
  z.strictObject({
    kind: z.literal('fetch'),
    repo,
    refs: z.array(z.strictObject({ ref: z.string().max(300), before: id.nullable(), after: id })).max(200),
  }),
  z.strictObject({ kind: z.literal('push'), repo, remote: branch, branch, before: id.nullable(), after: id }),
  z.strictObject({
    kind: z.literal('request'),
    repo,
    remote: branch,
    number: z.int(),
    branch,
    service: z.enum(['github', 'gitlab']).optional(),
  }),
]);
export type Undo = z.output<typeof undoSchema>;
export type UndoOf<K extends Undo['kind']> = Extract<Undo, { kind: K }>;

export const undoField = z.string().max(60_000).describe('Give it to undo to take this back');

export const undoToken = (undo: Undo): string => Buffer.from(JSON.stringify(undo)).toString('base64url');

export function readUndo(token: string): Undo {
  try {
    return undoSchema.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal('This is not what a tool of this kit returned as undo. Pass it unchanged.');
  }
}
