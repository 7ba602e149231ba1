/** Versions that promise mutual compatibility: those of one major, and below 1.0 those of one minor. */
export interface MajorLine {
  readonly major: number;
  /** Below 1.0 only; 0 otherwise. */
  readonly minor: number;
}

/** The line of a version key, which is a normalised semantic version. */
export function majorLine(versionKey: string): MajorLine {
  const [major, minor] = versionKey.split('.', 2).map(Number) as [number, number];
  return { major, minor: major === 0 ? minor : 0 };
}

/** Below 0 when `a` is the older line, 0 when they are one. */
export const compareLines = (a: MajorLine, b: MajorLine): number => a.major - b.major || a.minor - b.minor;

/** `2.x`, or `0.3.x`. */
export const lineLabel = ({ major, minor }: MajorLine): string => (major === 0 ? `0.${minor}.x` : `${major}.x`);
