import { type Failure, fail, ok, type Result } from '@assay/kernel';

/** Groups of the gateway's tools that few sessions need, and that are listed when the address asks for them. */
export const toolGroups = ['code', 'sagas', 'making'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** Words of tasks that a group is for. */
const tasks: Readonly<Record<ToolGroup, RegExp>> = {
  code: /\b(?:code|script|program|javascript|typescript|python|loop over)\b/i,
  sagas: /\b(?:saga|undo|undone|roll ?back|compensat\w*|transaction\w*|all[- ]or[- ]nothing|revert\w*)\b/i,
  making: /\b(?:make|create|build|write|generate) (?:me )?(?:a|an|new|my own)(?: new)? tool\b|\bnew tool\b/i,
};

const does: Readonly<Record<ToolGroup, string>> = {
  code: 'code that calls tools (run_code, code_types)',
  sagas: 'steps that are undone when one fails (start_saga, show_saga)',
  making: 'tools that you make yourself (make_tool)',
};

/** The groups in the query of an address, `?tools=sagas,code`. */
export function groupsAsked(query: unknown): Result<readonly ToolGroup[], Failure> {
  const { tools = '' } = (query ?? {}) as { tools?: unknown };
  const names = String(tools)
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');
  const unknown = names.find((it) => !isGroup(it));
  if (unknown !== undefined)
    return fail('invalid_request', `?tools= names "${unknown}": the groups are ${toolGroups.join(', ')}.`);
  return ok(toolGroups.filter((it) => names.includes(it)));
}

/** The groups of a session, as its subject names them. */
export const groupsOf = (subject: string): readonly ToolGroup[] =>
  toolGroups.filter((it) => subject.split(',').includes(it));

const isGroup = (name: string): name is ToolGroup => (toolGroups as readonly string[]).includes(name);

/** The address that lists a group's tools, for a task that needs a tool this session does not list. */
export const groupHints = (task: string, unlisted: readonly ToolGroup[]): string[] =>
  unlisted.filter((it) => tasks[it].test(task)).map((it) => `For ${does[it]}, connect to /mcp?tools=${it}.`);

type Grouped = { readonly group?: ToolGroup };

/** The tools that an address lists. All of them can be called. */
export const listedTools = <Tool extends Grouped>(
  tools: ReadonlyMap<string, Tool>,
  groups: readonly ToolGroup[],
): readonly Tool[] => [...tools.values()].filter(({ group }) => group === undefined || groups.includes(group));

/** The groups that there are tools of, and that an address does not list. */
export const unlistedGroups = (
  tools: ReadonlyMap<string, Grouped>,
  groups: readonly ToolGroup[],
): readonly ToolGroup[] =>
  toolGroups.filter((it) => !groups.includes(it) && [...tools.values()].some(({ group }) => group === it));
