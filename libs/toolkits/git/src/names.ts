import { randomBytes } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import type { Git } from './git.js';

/** Every branch that an agent changes begins with this; all others are protected. */
const agentPrefix = 'agent/';
const agentBranch = /^agent\/[A-Za-z0-9][A-Za-z0-9._-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const isAgentBranch = (name: string): boolean =>
  agentBranch.test(name) && !name.includes('..') && !name.includes('.lock');

export const repoField = z
  .string()
  .min(1)
  .max(4_096)
  .describe('Folder of the repository or of a worktree, as the file tools name it');

export const taskField = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'letters, digits, - and _')
  .describe('What the work is for, such as "fix-login". Part of the branch name');

/** No option, no range, no reflog date: something that names one commit. */
const plainRef = /^[A-Za-z0-9_][A-Za-z0-9_./@{}~^+-]{0,254}$/;

export const refField = z.string().min(1).max(255);

export const pathsField = z
  .array(z.string().min(1).max(4_096))
  .max(200)
  .describe('Paths from the top of the repository, taken literally');

/** `agent/<task>/<time>-<random>`: two agents never share a branch. */
export function newAgentBranch(task: string, now: Date): string {
  const at = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15).toLowerCase();
  return `${agentPrefix}${task}/${at}-${randomBytes(3).toString('hex')}`;
}

/** The full id of a commit. Throws a Refusal when the name is not a plain one or names none. */
export async function resolveCommit(git: Git, ref: string): Promise<string> {
  if (!plainRef.test(ref) || ref.includes('..'))
    throw new Refusal(`"${ref.slice(0, 80)}" is not the name of one commit. Give a branch, a tag or a commit id.`);
  const found = await git.attempt('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (found === null || found.trim() === '')
    throw new Refusal(`"${ref.slice(0, 80)}" does not name a commit here. Use branches or log to find one.`);
  return found.trim();
}

/** Literal paths after `--`; NUL and a leading "-" cannot do harm there, but no path has a NUL. */
export function pathArguments(paths: readonly string[] | undefined): string[] {
  if (paths?.some((it) => it.includes('\0'))) throw new Refusal('A path contains a NUL character. Remove it.');
  return ['--', ...(paths ?? [])];
}
