/** A part of a file, with what was asked for. */
export interface TablePart {
  readonly columns: readonly string[] | undefined;
  readonly sheet: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface TableRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly totalRows: number;
  readonly sheets?: readonly string[];
}
