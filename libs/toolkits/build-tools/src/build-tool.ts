import type { Progress, ServedTool, Territory } from '@assay/kit';
import { z } from 'zod';

export interface BuildContext {
  readonly territory: Territory;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Where caches of compilers are kept, by repository. */
  readonly homes: string | undefined;
}

export type BuildTool<I extends z.ZodObject, O extends z.ZodObject> = ServedTool<I, O, BuildContext>;

/** Lets TypeScript infer the schemas of a tool. */
export const buildTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: BuildTool<I, O>): BuildTool<I, O> =>
  Object.freeze(tool);

/** It runs the repository's code, which may change files of the repository. */
export const runsCode = Object.freeze({
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
});

export const repoField = z
  .string()
  .min(1)
  .max(4_096)
  .describe('Folder of the repository, as the file tools name it. A worktree of the git kit is one, too');

export const commonFields = {
  repo: repoField,
  project: z
    .string()
    .max(1_000)
    .default('.')
    .describe('Folder of the project in the repository, where package.json, Cargo.toml and the like are'),
  system: z
    .string()
    .max(20)
    .optional()
    .describe('One of those that detect lists; the first that declares the check when absent'),
  timeoutMs: z.int().min(1_000).max(540_000).default(300_000),
  maxLogChars: z.int().min(0).max(100_000).default(2_000).describe('Of the end of the output'),
};

export const filesField = z.array(z.string().min(1).max(1_000)).min(1).max(500);
