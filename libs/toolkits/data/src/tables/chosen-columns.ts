import { Refusal } from '@assay/kit';

/** The wanted columns, all of which must be there. */
export function chosenColumns(all: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  const unknown = (wanted ?? []).find((it) => !all.includes(it));
  if (unknown !== undefined)
    throw new Refusal(`The file has no column "${unknown}". Its columns: ${all.slice(0, 50).join(', ')}.`);
  return wanted ?? all;
}
