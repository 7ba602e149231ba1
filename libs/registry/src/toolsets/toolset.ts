import type { Change } from '@assay/kernel';

/** One tool of a set. */
export interface ToolsetTool {
  /** `ns/tool`, or `ns/tool@range`. */
  readonly tool: string;
  /** Its name in the set, `[A-Za-z0-9_-]{1,64}`; no two are alike. */
  readonly as: string;
  /** Arguments that are always given. */
  readonly preset: Readonly<Record<string, unknown>>;
}

/** A named selection of tools of one organisation. It gives no right to call any of them. */
export interface Toolset {
  readonly id: string;
  readonly organisationId: string;
  /** Unique in the organisation. */
  readonly name: string;
  readonly description: string | null;
  readonly visibility: 'organisation' | 'private';
  readonly tools: readonly ToolsetTool[];
  /** Ms since the epoch, as `updatedAt`. */
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly updatedAt: number;
}

export type ToolsetChange = Change<'toolset', Toolset>;

/** An organisation has no more than this. */
export const maxToolsets = 500;

/** Toolsets. Every change is told by the feed. */
export interface ToolsetStore {
  add(toolset: Toolset): Promise<'added' | 'name_taken' | 'full'>;
  /** Everything of it but id, organisation, name and making. False when it is gone. */
  replace(toolset: Toolset): Promise<boolean>;
  remove(id: string): Promise<void>;
}
