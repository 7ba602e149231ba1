/** A content block as MCP has it; other protocols answer `structured` alone. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a tool says in answer to a call. */
export interface ToolContent {
  readonly content: readonly ContentBlock[];
  readonly structured?: unknown;
  /** What travels beside it for programs: MCP's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The tool says that it failed. */
  readonly isError: boolean;
}
