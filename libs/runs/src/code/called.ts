import { digestJson } from '@assay/kernel';
import type { CodeCall } from './code-sandbox.js';

/** What code asked for at a place of its run, as it is kept: asked again after a pause, it has to be the same. */
export interface Called {
  readonly kind: CodeCall['kind'];
  readonly name: string;
  /** SHA-256 of the argument. */
  readonly digest: string;
}

export const calledIn = ({ kind, name, argument }: Pick<CodeCall, 'kind' | 'name' | 'argument'>): Called => ({
  kind,
  name,
  digest: digestJson(argument ?? null),
});

export const sameCall = (a: Called, b: Called): boolean =>
  a.kind === b.kind && a.name === b.name && a.digest === b.digest;
