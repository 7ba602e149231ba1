/** Takes present and future versions out of use. Never deleted: lifting is recorded in it. */
export interface Revocation {
  readonly id: string;
  /** The organisation that owned the namespace at the time; its author's organisation when there was none. */
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash; null for the whole namespace. */
  readonly tool: string | null;
  /**
   * As entered; null for every version. Also covers pre-releases within the range. For a listed server it may also be
   * the text of one version.
   */
  readonly range: string | null;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Id of a principal; null for Assay itself. */
  readonly createdBy: string | null;
  /** The cause of an automatic revocation; one cause revokes once, even after lifting. Null for a manual revocation. */
  readonly cause: string | null;
  /** The owners' appeal; null while there is none. */
  readonly appeal: Appeal | null;
  readonly lifted: Lifting | null;
}

/** One a revocation. */
export interface Appeal {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Id of a principal. */
  readonly by: string;
  readonly reason: string;
}

export interface Lifting {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: string | null;
  readonly reason: string | null;
}

/** `ns/*`, `ns/tool` or `ns/tool@range`, as in a revocation request. */
export const targetOf = ({ namespace, tool, range }: Pick<Revocation, 'namespace' | 'tool' | 'range'>): string =>
  tool === null ? `${namespace}/*` : `${namespace}/${tool}${range === null ? '' : `@${range}`}`;
