import type { Issue, Manifest } from '@assay/contracts';
import { compareSchemas, type Difference } from '@assay/json-schema';

/** How one tool's contract stands to another's, in whose place it is to be called. */
export interface ContractFit {
  /** What surely does not fit, each at its place in the manifest. */
  readonly problems: readonly Issue[];
  /** What schemas alone do not tell. */
  readonly doubts: readonly Issue[];
}

/** Which side of the contract is compared: `output` alone where a mapping makes the input. */
export type Sides = 'both' | 'output';

/**
 * Whether a tool may be called instead of another: it accepts every input that one accepts, and returns nothing that
 * one could not have returned. A tool that declares itself destructive never replaces a read-only one.
 */
export function contractFit(primary: Manifest, other: Manifest, sides: Sides = 'both'): ContractFit {
  const input = sides === 'both' ? compareSchemas('input', primary.inputSchema, other.inputSchema).differences : [];
  const differences = [...input, ...outputDifferences(primary, other)];
  const of = (kind: Difference['kind']) => differences.filter((it) => it.kind === kind).map(issueOf);
  return { problems: [...effects(primary, other), ...of('breaking')], doubts: of('unknown') };
}

/**
 * Whether an undeclared tool may be a fallback: its contract certainly fits, and it is read-only where the other is.
 */
export function fitsUnasked(primary: Manifest, other: Manifest): boolean {
  if (primary.annotations?.readOnlyHint === true && other.annotations?.readOnlyHint !== true) return false;
  if (other.annotations?.destructiveHint === true && primary.annotations?.destructiveHint !== true) return false;
  const { problems, doubts } = contractFit(primary, other);
  return problems.length === 0 && doubts.length === 0;
}

function outputDifferences({ outputSchema: asked }: Manifest, { outputSchema: own }: Manifest): readonly Difference[] {
  if (asked === undefined) return [];
  if (own !== undefined) return compareSchemas('output', asked, own).differences;
  const message = 'It declares no output schema, and the first level promises one.';
  return [{ path: '/outputSchema', kind: 'breaking', message, before: asked, after: undefined }];
}

function effects(primary: Manifest, other: Manifest): Issue[] {
  const isUnsafe = primary.annotations?.readOnlyHint === true && other.annotations?.destructiveHint === true;
  const message = 'It declares itself destructive, and the first level only reads.';
  return isUnsafe ? [{ path: '/annotations/destructiveHint', message }] : [];
}

const issueOf = ({ path, message }: Difference): Issue => ({ path, message });
