/** What rows of rollups add up: each call is in one row of each kind. */
export const summed = { nothing: 0, callers: 1, tools: 2, both: 3 } as const;

/** In place of the caller and of the tool where all of them are added up. */
export const allCallers = '00000000-0000-0000-0000-000000000000';
export const allTools = '*';

/** The kind of rows with the fewest that still tell apart what a query asks about. */
export function summedFor(needs: { readonly callers: boolean; readonly tools: boolean }): number {
  if (needs.callers) return needs.tools ? summed.nothing : summed.tools;
  return needs.tools ? summed.callers : summed.both;
}
