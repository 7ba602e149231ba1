const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lengths of time that the page offers. */
export const ranges = {
  '1m': { label: '1 minute', ms: minuteMs },
  '15m': { label: '15 minutes', ms: 15 * minuteMs },
  '1h': { label: '1 hour', ms: hourMs },
  '6h': { label: '6 hours', ms: 6 * hourMs },
  '24h': { label: '24 hours', ms: dayMs },
  '7d': { label: '7 days', ms: 7 * dayMs },
  '30d': { label: '30 days', ms: 30 * dayMs },
  '90d': { label: '90 days', ms: 90 * dayMs },
} as const;
export type RangeName = keyof typeof ranges;
export const defaultRange: RangeName = '24h';

export const groupings = ['tool', 'team', 'caller'] as const;
export const orders = ['calls', 'failures', 'tokens', 'costUsd'] as const;
const sides = ['caller', 'provider'] as const;

export interface DashboardSearch {
  readonly range?: RangeName;
  readonly side?: (typeof sides)[number];
  readonly by?: (typeof groupings)[number];
  readonly order?: (typeof orders)[number];
  readonly tool?: string;
  readonly team?: string;
  readonly caller?: string;
}

const oneOf = <T extends string>(all: readonly T[], asked: unknown): T | undefined => all.find((it) => it === asked);
const text = (asked: unknown): string | undefined => (typeof asked === 'string' && asked !== '' ? asked : undefined);

type Asked = Partial<Record<keyof DashboardSearch, unknown>>;

/** What an address asks for; anything else is left out. */
export function searchOf({ range, side, by, order, tool, team, caller }: Asked): DashboardSearch {
  const known = {
    range: oneOf(Object.keys(ranges) as RangeName[], range),
    ...{ side: oneOf(sides, side), by: oneOf(groupings, by), order: oneOf(orders, order) },
    ...{ tool: text(tool), team: text(team), caller: text(caller) },
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
