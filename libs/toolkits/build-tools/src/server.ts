import { type OnBug, type Root, serve, Territory } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { BuildTool } from './build-tool.js';
import { exampleProject } from './example-project.js';
import { build, detect, lint, test, typecheck, verify } from './tools.js';
import { buildServer } from './version.js';

const example = exampleProject();

export interface BuildServerOptions {
  readonly onBug?: OnBug;
  /** Where caches of compilers are kept, by repository. */
  readonly homes?: string | undefined;
}

/** One MCP server over the given roots, not yet connected. It keeps no state between calls. */
export function createBuildServer(
  roots: readonly Root[],
  { onBug = () => {}, homes }: BuildServerOptions = {},
): McpServer {
  const territory = new Territory(roots, example);
  const server = new McpServer(
    { ...buildServer },
    {
      instructions:
        'Builds and checks repositories below its folders, each run in a sandbox. After a change use verify.',
    },
  );
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: BuildTool<I, O>) =>
    serve(server, tool, (signal, progress) => ({ territory, signal, progress, homes }), onBug);
  add(detect);
  add(build);
  add(test);
  add(lint);
  add(typecheck);
  add(verify);
  return server;
}
