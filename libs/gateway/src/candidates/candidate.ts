import { digestText } from '@assay/kernel';

export type CandidateKind = 'shadow' | 'canary';

/** A tool that is tried out beside, or in place of, another one. */
export interface Candidate {
  /** Made of its place, kind and tool: another percentage is the same candidate, another tool a new one. */
  readonly id: string;
  readonly kind: CandidateKind;
  readonly organisationId: string;
  /** For people: a toolset's tool, or the capability of a hierarchy. */
  readonly place: string;
  /** `ns/tool` or `ns/tool@range`. */
  readonly tool: string;
  readonly percent: number;
  /** Who declared it, pays for shadow calls and is notified. */
  readonly ownerId: string | null;
}

/** Which of the two a call goes to. */
export type CandidateArm = 'candidate' | 'primary';

/** On which side of a candidate a call counts. */
export interface CandidateMark {
  readonly candidate: Candidate;
  readonly epoch: number;
  readonly arm: CandidateArm;
}

/** What a call is compared with. */
export interface ShadowOf {
  readonly candidate: Candidate;
  /** JSONata from the input of the call to the shadow's own. */
  readonly mapping?: string | undefined;
}

interface Declared {
  readonly tool: string;
  readonly shadow?: number | undefined;
  readonly canary?: number | undefined;
}

export interface CandidatePlace {
  /** Stable: names may change. */
  readonly key: string;
  readonly label: string;
  readonly organisationId: string;
  readonly ownerId: string | null;
}

export function candidateOf({ tool, shadow, canary }: Declared, place: CandidatePlace): Candidate {
  const kind: CandidateKind = canary === undefined ? 'shadow' : 'canary';
  const { organisationId, ownerId, label } = place;
  return {
    id: uuidOf(`${kind} ${place.key} ${tool}`),
    ...{ kind, organisationId, ownerId, tool, place: label },
    percent: canary ?? shadow ?? 0,
  };
}

/** A UUID of version 8 made of a digest. */
function uuidOf(text: string): string {
  const hex = digestText(text).slice('sha256:'.length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
