import type { Manifest } from '@assay/contracts';

export type Example = NonNullable<Manifest['examples']>[number];

/** An example of a version beside those of its manifest: a call that somebody saved. */
export interface SavedExample {
  readonly id: string;
  /** Of who saved it. */
  readonly organisationId: string;
  readonly versionId: string;
  /** Unique for version and organisation. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Undefined when it was not recorded. */
  readonly output?: unknown;
  readonly match: 'exact' | 'subset' | 'schema';
  /** Saved by an owner of the version's namespace: it runs in verifications, too. */
  readonly verifies: boolean;
  /** Where input (`/input/…`) and output (`/output/…`) were masked. */
  readonly masked: readonly string[];
  readonly invocationId: string;
  readonly createdBy: string | null;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** Of one version and organisation. */
export const maxSavedExamples = 50;

export interface SavedExampleStore {
  /** `gone`: there is no such version. */
  add(example: SavedExample): Promise<'added' | 'name_taken' | 'full' | 'gone'>;
  /** Of a version, as an organisation sees them: its own, and those that run in verifications. By name. */
  of(versionId: string, organisationId: string): Promise<readonly SavedExample[]>;
  /** Those that run in verifications, by name. */
  verifying(versionId: string): Promise<readonly SavedExample[]>;
  find(id: string): Promise<SavedExample | undefined>;
  remove(id: string): Promise<boolean>;
}

/** As verification and evaluation run it. */
export const asExample = ({ name, input, output, match }: SavedExample): Example =>
  ({ name, input, ...(output !== undefined && { output }), match }) as Example;
