/** Takes versions out of use, present and future ones alike. Never deleted: lifting it is part of it. */
export interface Revocation {
  readonly id: string;
  /** The organisation that owned the namespace when it was made; its author's when nobody did. */
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash; null for the whole namespace. */
  readonly tool: string | null;
  /**
   * As it was written; null for every version. Pre-releases within the range are covered too. Of a server that is listed
   * here it may also be the text of one version.
   */
  readonly range: string | null;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Id of a principal; null for Assay itself. */
  readonly createdBy: string | null;
  /** What made Assay revoke by itself; one cause revokes once, whatever becomes of the revocation. Null for a person's. */
  readonly cause: string | null;
  /** What the owners have said against it; null while they have not. */
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

/** `ns/*`, `ns/tool` or `ns/tool@range`, as a revocation is asked for. */
export const targetOf = ({ namespace, tool, range }: Pick<Revocation, 'namespace' | 'tool' | 'range'>): string =>
  tool === null ? `${namespace}/*` : `${namespace}/${tool}${range === null ? '' : `@${range}`}`;
