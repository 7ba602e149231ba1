import { ExamineContent, MaskedValues } from '@assay/gateway';
import { OutputWatch, secretPassages } from '@assay/trust';
import { Module } from '@nestjs/common';
import { warns } from '../../platform/port-sets.js';
import { CLOCK, MASKED_VALUE_STORE, PERSONAL_RULES, SEALER, SECRET_RULES } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { FindingsModule } from '../findings/findings.module.js';
import { CONTENT } from './ports.js';

export const contentProblems = warns('content could not be examined, or a masked value not kept');

const providers = [
  provide(
    ExamineContent,
    { personal: PERSONAL_RULES, secrets: SECRET_RULES, outputs: OutputWatch, clock: CLOCK, onProblem: contentProblems },
    ({ personal, secrets, outputs, clock, onProblem }) =>
      new ExamineContent(
        { personal, secrets: secretPassages(secrets), instructions: outputs.signsIn },
        clock,
        onProblem,
      ),
  ),
  provide(
    MaskedValues,
    { store: MASKED_VALUE_STORE, sealer: SEALER, clock: CLOCK },
    ({ store, sealer, clock }) => new MaskedValues({ store, mac: (text) => sealer.mac(text), clock }),
  ),
  provide(CONTENT, { examine: ExamineContent, masked: MaskedValues, onProblem: contentProblems }, (ports) => ports),
];

/** Examination of arguments and results, and the values replaced by placeholders. */
@Module({ imports: [FindingsModule], providers, exports: providers })
export class ContentModule {}
