const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A share in [0,1] as a bar of so many columns, to an eighth of a column. */
export function bar(share: number, columns: number): string {
  const parts = Math.round(Math.min(1, Math.max(0, share)) * columns * 8);
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

/** Numbers as a line of columns, from the least of them to the greatest; a flat line when they are all alike. */
export function sparkline(values: readonly number[]): string {
  const min = Math.min(...values);
  const span = Math.max(...values) - min;
  return values
    .map((value) => levels[span > 0 ? Math.round(((value - min) / span) * (levels.length - 1)) : 3])
    .join('');
}
