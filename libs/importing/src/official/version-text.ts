/**
 * Versions of servers and packages in the official MCP Registry API: any text but `latest` and ranges. The order is that
 * of its `CompareVersions`: two semantic versions compare as such, a semantic one is above any other, and two others
 * compare by the time of their publication.
 */

const core = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Whether the official registry treats a text as a semantic version: three numbers, leading zeros allowed, and a
 * pre-release without hyphens. This is its rule, not that of semver.org.
 */
export const isSemanticVersion = (version: string): boolean => core.test(version);

/** Negative when `a` is below `b`, positive when above, 0 when neither. Times in milliseconds since the epoch. */
export function compareVersions(a: string, b: string, publishedA = 0, publishedB = 0): -1 | 0 | 1 {
  const left = core.exec(a);
  const right = core.exec(b);
  if (left !== null && right !== null) return compareParsed(left, right);
  if (left !== null) return 1;
  if (right !== null) return -1;
  return sign(publishedA - publishedB);
}

function compareParsed(a: RegExpExecArray, b: RegExpExecArray): -1 | 0 | 1 {
  for (const part of [1, 2, 3]) {
    const order = compareNumbers(a[part] as string, b[part] as string);
    if (order !== 0) return order;
  }
  const [left, right] = [a[4], b[4]];
  if (left === undefined || right === undefined) return sign(Number(left === undefined) - Number(right === undefined));
  return comparePrereleases(left.split('.'), right.split('.'));
}

/** semver.org, rule 11: identifier by identifier; numbers below texts; of equal beginnings the longer is higher. */
function comparePrereleases(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return sign(a.length - b.length);
}

function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (leftIsNumber && rightIsNumber) return compareNumbers(a, b);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Digits of any length, leading zeros ignored. */
function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

const sign = (difference: number): -1 | 0 | 1 => (difference === 0 ? 0 : difference < 0 ? -1 : 1);

const numbers = String.raw`v?\d+(?:\.\d+){0,3}(?:[-+][0-9A-Za-z.+-]*)?`;
const hyphenRange = new RegExp(`^${numbers}\\s+-\\s+${numbers}$`);
const comparator = /^(?:\^|~>?|[<>]=?|=)\s*v?(?:\d|[xX*](?![A-Za-z]))/;
const wildcards = /^v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*]))*$/;

/**
 * Whether a text means several versions: a comparator, caret or tilde before a number; two versions joined by ` - ` or
 * anything joined by `||`; numbers of which one is `x`, `X` or `*`.
 *
 * The official registry's own patterns reject an `x` anywhere after three numbers (`1.0.0-next.1`) and accept `>=1 <2`,
 * `*` and `v1.x.x.x`; both are corrected here, see `isRefusedOfficially`.
 */
export function isRange(version: string): boolean {
  const text = version.trim();
  if (text.includes('||') || comparator.test(text) || hyphenRange.test(text)) return true;
  const [head = ''] = text.split(/[-+]/, 1);
  const numbersOnly = head.includes('.') ? head : text;
  return wildcards.test(numbersOnly) && /[xX*]/.test(numbersOnly);
}

/** Whether the official registry mistakes the version for a range, so that it could not be published there. */
export const isRefusedOfficially = (version: string): boolean =>
  !isRange(version) && /^v?\d+(?:\.\d+){1,3}-[^+]*[xX*]/.test(version.trim());
