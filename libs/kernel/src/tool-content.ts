/** A content block as MCP has it; other protocols answer `structured` alone. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A tool's answer to a call. */
export interface ToolContent {
  readonly content: readonly ContentBlock[];
  readonly structured?: unknown;
  /** Additional data for programs: MCP's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The tool reported a failure. */
  readonly isError: boolean;
}
