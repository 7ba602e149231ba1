import { type Obligation, obligations } from '@assay/gateway';
import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { Node } from './expression.js';
import { actionsOf } from './policy-actions.js';

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const maxReasonLength = 500;

/** The obligation of a policy; undefined for a text that is none. */
export const obligationIn = ({ annotations }: PolicyJson): Obligation | null | undefined => {
  const text = annotations?.obligation;
  return text === undefined ? null : obligations.find((it) => it === text);
};

/** What is wrong with the annotations of a policy called `name`. */
export function annotationProblemsOf(json: PolicyJson, name: string, isTwice: boolean): string[] {
  const { decision, reason, obligation, standing } = json.annotations ?? {};
  const isForbid = json.effect === 'forbid';
  const wrong = [
    !namePattern.test(name) && `@id("${name}") must be 1 to 63 letters, digits, ".", "_" and "-"`,
    isTwice && `another policy in this text has the name "${name}": give each its own @id`,
    decision !== undefined &&
      (!isForbid || decision !== 'require_approval') &&
      `@decision("${decision}") is not known: @decision("require_approval") may stand at a forbid, and nothing else`,
    obligation !== undefined &&
      (!isForbid || obligationIn(json) === undefined) &&
      `@obligation("${obligation}") is not valid: a forbid may have @obligation("mask"), @obligation("withhold") or @obligation("require_approval")`,
    obligation !== undefined &&
      isForbid &&
      isRevealOnly(json) &&
      '@obligation does not apply to the action "reveal": a masked value is revealed or it is not',
    standing !== undefined &&
      (standing !== 'no' || (decision !== 'require_approval' && obligation !== 'require_approval')) &&
      `@standing("${standing}") is not valid: @standing("no") may stand at a forbid that requires approval, and nothing else`,
    decision !== undefined && obligation !== undefined && 'use either @decision or @obligation, not both',
    (reason?.length ?? 0) > maxReasonLength && `@reason may have at most ${maxReasonLength} characters`,
  ];
  return wrong.filter((it) => it !== false);
}

const isRevealOnly = (json: PolicyJson): boolean => {
  const actions = actionsOf(json as unknown as Node);
  return actions.length === 1 && actions[0] === 'reveal';
};
