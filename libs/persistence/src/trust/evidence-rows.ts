import type { EvidenceBucket, Votes } from '@assay/trust';

/** Where the days that have left the window are added up. */
export const olderDay = new Date(0);

export interface BucketRow {
  readonly version_id: string;
  readonly day: Date;
  readonly own: boolean;
  readonly calls: string;
  readonly faults: string;
  readonly caller_faults: string;
  readonly weight: number;
  readonly fault_weight: number;
  readonly schema_weight: number;
  readonly sla_weight: number;
  readonly outside_weight: number;
  readonly outside_fault_weight: number;
  readonly outside_schema_weight: number;
  readonly outside_sla_weight: number;
  readonly member_calls: string;
  readonly member_faults: string;
  readonly callers: string;
}

export const toBucket = (row: BucketRow): EvidenceBucket => ({
  versionId: row.version_id,
  day: row.day.getTime() === olderDay.getTime() ? null : row.day.getTime(),
  own: row.own,
  calls: Number(row.calls),
  faults: Number(row.faults),
  callerFaults: Number(row.caller_faults),
  memberCalls: Number(row.member_calls),
  memberFaults: Number(row.member_faults),
  inside: {
    calls: row.weight,
    faults: row.fault_weight,
    schemaMet: row.schema_weight,
    withinSla: row.sla_weight,
  },
  outside: {
    calls: row.outside_weight,
    faults: row.outside_fault_weight,
    schemaMet: row.outside_schema_weight,
    withinSla: row.outside_sla_weight,
  },
  callers: Number(row.callers),
});

/** Votes on the tool of a version by the people of one organisation, the provider or another one. */
export interface VoteRow {
  readonly id: string;
  readonly own: boolean;
  readonly count: string;
  readonly stars: string;
}

export function votesOf(rows: readonly VoteRow[]): Votes {
  const sums = rows.map(({ own, count, stars }) => ({ own, count: Number(count), stars: Number(stars) }));
  const { count = 0, stars = 0 } = sums.find(({ own }) => own) ?? {};
  return { own: { count, stars }, others: sums.filter(({ own }) => !own).map(({ own: _, ...sum }) => sum) };
}
