import type { ToolsetExtra } from '@assay/contracts';
import type { Change } from '@assay/kernel';

/** One tool of a set. */
export interface ToolsetTool {
  /** `ns/tool`, or `ns/tool@range`. */
  readonly tool: string;
  /** Its name in the set, `[A-Za-z0-9_-]{1,64}`; unique. */
  readonly as: string;
  /** Arguments that are always sent. */
  readonly preset: Readonly<Record<string, unknown>>;
  /** False: it is listed without its output schema, and answers with content alone. */
  readonly structured?: false;
  /** Tried out beside it or in its place; at most one of each kind. */
  readonly candidates?: readonly ToolsetCandidate[];
}

/** A tool that is tried out for a share of another one's calls, in percent; exactly one of the two. */
export interface ToolsetCandidate {
  /** `ns/tool`, or `ns/tool@range`. */
  readonly tool: string;
  readonly shadow?: number;
  readonly canary?: number;
}

/** A named selection of tools of one organisation. It grants no right to call them. */
export interface Toolset {
  readonly id: string;
  readonly organisationId: string;
  /** Unique in the organisation. */
  readonly name: string;
  readonly description: string | null;
  readonly visibility: 'organisation' | 'private';
  readonly tools: readonly ToolsetTool[];
  /** Most tokens of a response; the organisation's number when null. */
  readonly responseTokens: number | null;
  /** Tools of the gateway's own that it lists beside its own. */
  readonly enables: readonly ToolsetExtra[];
  /** Ms since the epoch, as `updatedAt`. */
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly updatedAt: number;
}

export type ToolsetChange = Change<'toolset', Toolset>;

/** Maximum toolsets per organisation. */
export const maxToolsets = 500;

/** The names that tools of the gateway's own have in a set that enables them. */
export const extraNames: Readonly<Record<ToolsetExtra, readonly string[]>> = {
  search_tools: ['search_tools'],
  execute_tool_plan: ['execute_tool_plan', 'show_run'],
  read_output: ['read_output'],
  sagas: ['start_saga', 'show_saga'],
};

/** Toolsets. The change feed reports every change. */
export interface ToolsetStore {
  add(toolset: Toolset): Promise<'added' | 'name_taken' | 'full'>;
  /** Replaces everything except id, organisation, name and creation. False when it is gone. */
  replace(toolset: Toolset): Promise<boolean>;
  remove(id: string): Promise<void>;
}
