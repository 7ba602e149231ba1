import type { FallbackView, UsageView } from '@assay/sdk';

/** The name in a target such as `ns/tool@^1` or `ns`, without the range. */
export const nameOfTarget = (target: string): string => target.trim().replace(/@[^/]*$/, '');

/** Whether a tool is covered by a target: the tool itself, or any of a namespace. */
export const isCovered = (tool: string, target: string): boolean => {
  const name = nameOfTarget(target);
  return name.includes('/') ? tool === name : tool.startsWith(`${name}/`);
};

export interface Fallback {
  readonly capability: string;
  readonly tool: string;
  /** The level that is tried next; null when none is left but a person. */
  readonly next: string | null;
  readonly escalates: boolean;
}

const bare = (reference: string): string => reference.replace(/@[^/]*$/, '');

/** What calls by capability fall back to when the target is gone. A target with a range may leave other versions. */
export const fallbacksOf = (target: string, hierarchies: readonly FallbackView[]): Fallback[] =>
  hierarchies.flatMap(({ capability, levels, escalation }) =>
    levels.flatMap(({ tool, shadow, canary }, at) => {
      if (shadow !== undefined || canary !== undefined || !isCovered(bare(tool), target)) return [];
      const next = levels
        .slice(at + 1)
        .find(
          (level) => level.shadow === undefined && level.canary === undefined && !isCovered(bare(level.tool), target),
        );
      return [{ capability, tool, next: next?.tool ?? null, escalates: escalation }];
    }),
  );

/** Calls by name, the most frequent first. */
export interface Counted {
  readonly calls: number;
  readonly parts: readonly { readonly name: string; readonly calls: number }[];
}

function counted(rows: readonly UsageView[], nameOf: (row: UsageView) => string): Counted {
  const byName = new Map<string, number>();
  for (const row of rows) byName.set(nameOf(row), (byName.get(nameOf(row)) ?? 0) + row.calls);
  const parts = [...byName].map(([name, calls]) => ({ name, calls })).sort((a, b) => b.calls - a.calls);
  return { calls: parts.reduce((sum, { calls }) => sum + calls, 0), parts };
}

/** Who called; rows of several days are added up. */
export const usersOf = (rows: readonly UsageView[]): Counted =>
  counted(
    rows,
    ({ caller, organisation }) => `${caller ?? 'somebody'}${organisation === null ? '' : ` of ${organisation}`}`,
  );

/** Which tools of a namespace were called. Rows of other tools are left out. */
export const toolsOf = (rows: readonly UsageView[], namespace: string): Counted =>
  counted(
    rows.filter(({ tool }) => tool !== null && isCovered(tool, namespace)),
    ({ tool }) => tool ?? '',
  );

const dayMs = 86_400_000;

/** First day of a range that ends today, in UTC. */
export const firstDay = (days: number, now: number): string =>
  new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);
