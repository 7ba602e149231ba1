import { NoteRequests, TraceCalls } from '@assay/creation';
import { ExamineContent, maskPlaces } from '@assay/gateway';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { warns } from '../../platform/port-sets.js';
import { CLOCK, GAP_STORE } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { ContentModule } from '../content/content.module.js';

/** A text with personal data and secrets replaced by their kind; undefined when it could not be examined to its end. */
export const withoutPersonal =
  (content: Pick<ExamineContent, 'examine'>) =>
  async (text: string): Promise<string | undefined> => {
    const { isWhole, places } = await content.examine(text, { instructions: false });
    return isWhole ? String(maskPlaces(text, places, (of) => `[${of.split('.').at(-1)}]`)) : undefined;
  };

const providers = [
  useCase(NoteRequests, {
    ...{ store: GAP_STORE, clock: CLOCK, withoutPersonal: from(ExamineContent, withoutPersonal) },
    onProblem: warns('searches that no tool answered were not stored'),
  }),
  useCase(TraceCalls, { store: GAP_STORE, clock: CLOCK, onProblem: warns('the order of calls was not stored') }),
  onShutdown('what gaps are found from', { requests: NoteRequests, calls: TraceCalls }, async ({ requests, calls }) => {
    await Promise.all([requests.flush(), calls.flush()]);
  }),
];

/** Stores what gaps are found from. */
@Module({ imports: [ContentModule], providers, exports: providers })
export class GapNotesModule {}
