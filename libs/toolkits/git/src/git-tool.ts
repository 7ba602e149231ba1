import type { ServedTool, Territory } from '@assay/kit';
import type { z } from 'zod';
import { openRepository, type Repository } from './repository.js';

/** What every call of a git tool is given beside its input. */
export interface GitContext {
  readonly territory: Territory;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The caller's own token for repository hosts. */
  readonly token: string | undefined;
}

export type GitTool<I extends z.ZodObject, O extends z.ZodObject> = ServedTool<I, O, GitContext>;

/** Lets TypeScript infer the schemas of a tool. */
export const gitTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: GitTool<I, O>): GitTool<I, O> =>
  Object.freeze(tool);

export const repositoryOf = (path: string, { territory, signal }: GitContext): Promise<Repository> =>
  openRepository(path, { territory, signal });

/** Changes something on this machine that can be undone; asks nobody else. */
export const changesHere = Object.freeze({
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
});

/** Reaches a repository host. */
export const reachesHosts = Object.freeze({ ...changesHere, openWorldHint: true });
