import type { MadeToolReport, ToolTemplate } from '@assay/contracts';
import { dayMs } from '@assay/kernel';

/** A tool that an agent made. Times are milliseconds since the epoch. */
export interface MadeTool {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly template: ToolTemplate;
  readonly report: MadeToolReport;
  readonly tool: string;
  readonly version: string;
  readonly status: 'ephemeral' | 'promoted' | 'denied' | 'expired';
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly decision: { readonly by: string; readonly at: number; readonly reason: string | null } | null;
  readonly promotedAs: string | null;
}

export interface MadeToolQuery {
  readonly organisationId: string;
  /** Of one maker; of everybody when absent. */
  readonly principalId?: string;
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

export interface MadeToolStore {
  add(made: MadeTool): Promise<void>;
  find(id: string): Promise<MadeTool | undefined>;
  /** Newest first. */
  list(query: MadeToolQuery): Promise<readonly MadeTool[]>;
  /** Decides an ephemeral tool; false when it was decided, or has expired, meanwhile. */
  decide(id: string, change: Pick<MadeTool, 'status' | 'decision' | 'promotedAs'>): Promise<boolean>;
  /** Ephemeral tools that have expired by then are expired from now on. */
  expire(now: number, limit: number): Promise<readonly MadeTool[]>;
  /** How many of a maker are ephemeral. */
  count(principalId: string): Promise<number>;
}

/** Successful calls of a made tool. */
export interface MadeToolUses {
  readonly sessions: number;
  /** Different inputs, those of its tests aside. */
  readonly inputs: number;
  readonly spanHours: number;
}

/** What a made tool needs to be promoted (SPEC section 8). */
export const promotionDefaults = Object.freeze({ sessions: 3, inputs: 3, spanHours: 24 });
/** Longest an ephemeral tool is kept, and how many of one maker are, at most. */
export const ephemeralDefaults = Object.freeze({ keptMs: 7 * dayMs, perMaker: 100 });
