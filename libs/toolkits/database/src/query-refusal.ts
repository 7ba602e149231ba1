import { Refusal } from '@assay/kit';

/** Why a statement is refused or failed. The first six are shared by every kind of database. */
export const refusalReasons = [
  'parse_error',
  'parse_error_after_repair',
  'write_operation_not_permitted',
  'query_too_complex',
  'estimated_cost_too_high',
  'execution_timeout',
  'not_allowed',
  'unknown_name',
  'result_too_large',
  'execution_error',
  'unavailable',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Facts beside the reason: counts and limits, names, a position. It never holds data of the database. */
export type RefusalReport = Readonly<Record<string, unknown>>;

/** A refused or failed statement. The message begins with the reason and ends with the report, so that a model can repair it. */
export class QueryRefusal extends Refusal {
  constructor(
    readonly reason: RefusalReason,
    readonly sentence: string,
    readonly report: RefusalReport = {},
  ) {
    super(
      Object.keys(report).length === 0
        ? `${reason}: ${sentence}`
        : `${reason}: ${sentence}\nReport: ${JSON.stringify(report)}`,
    );
  }
}
