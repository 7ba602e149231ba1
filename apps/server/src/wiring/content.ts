import { type ContentPorts, ExamineContent, type MaskedValueStore, MaskedValues } from '@assay/gateway';
import type { Clock, FindInstructions, PersonalRules, Sealer } from '@assay/kernel';
import { type SecretRules, secretPassages } from '@assay/trust';

export interface ContentParts {
  readonly personal: PersonalRules;
  readonly secrets: SecretRules;
  /** What looks like an attack on a model; assurance's. */
  readonly instructions: FindInstructions;
  readonly store: MaskedValueStore;
  readonly sealer: Pick<Sealer, 'mac'>;
  readonly clock: Clock;
  readonly onProblem: (cause: unknown) => void;
}

/** Examination of arguments and results, and the values that placeholders stand for. */
export function buildContent({ personal, secrets, instructions, store, sealer, clock, onProblem }: ContentParts) {
  const rules = { personal, secrets: secretPassages(secrets), instructions };
  const calls: ContentPorts = {
    examine: new ExamineContent(rules, clock, onProblem),
    masked: new MaskedValues({ store, mac: (text) => sealer.mac(text), clock }),
    onProblem,
  };
  return calls;
}
