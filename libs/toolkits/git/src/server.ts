import { type OnBug, type Root, serve, Territory } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { blame } from './blame.js';
import { branch, branches } from './branches.js';
import { checkout } from './checkout.js';
import { clone } from './clone.js';
import { commit } from './commit.js';
import { diff } from './diff.js';
import { exampleRepository } from './example-repository.js';
import { fetch } from './fetch.js';
import type { GitTool } from './git-tool.js';
import { log } from './log.js';
import { conflicts, merge } from './merge.js';
import { push } from './push.js';
import { openRequest, summary } from './requests.js';
import { show } from './show.js';
import { status } from './status.js';
import { undo } from './undo.js';
import { gitServer } from './version.js';
import { finish, start, worktrees } from './worktrees.js';

export interface GitServerOptions {
  readonly onBug?: OnBug;
  readonly now?: () => Date;
  /** The caller's token for repository hosts, when there is one. */
  readonly token?: string | undefined;
}

const example = exampleRepository();

/** One MCP server over the given roots, not yet connected. It keeps no state between calls. */
export function createGitServer(
  roots: readonly Root[],
  { onBug = () => {}, now = () => new Date(), token }: GitServerOptions = {},
): McpServer {
  const territory = new Territory(roots, example);
  const server = new McpServer(
    { ...gitServer },
    {
      instructions:
        'Reads git repositories below its folders. To change one: start makes your own worktree and branch, commit there, push, open_request.',
    },
  );
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: GitTool<I, O>) =>
    serve(server, tool, (signal) => ({ territory, now, token, signal }), onBug);
  add(status);
  add(diff);
  add(log);
  add(show);
  add(blame);
  add(branches);
  add(worktrees);
  add(conflicts);
  add(summary);
  add(branch);
  add(start);
  add(finish);
  add(checkout);
  add(commit);
  add(merge);
  add(clone);
  add(fetch);
  add(push);
  add(openRequest);
  add(undo);
  return server;
}
