import { type Directory, holdersOf } from '@assay/identity';
import type { Clock, Notices } from '@assay/kernel';
import type { UnknownOutcome, UnknownOutcomes } from './unknown-outcomes.js';

/** Shows unknown outcomes to the administrators of the caller's organisation, and to the caller. */
export class ReportUnknownOutcomes implements UnknownOutcomes {
  constructor(
    private readonly ports: {
      readonly notices: Notices;
      readonly directory: Directory;
      readonly clock: Pick<Clock, 'now'>;
    },
  ) {}

  async report({ invocationId, organisationId, principalId, tool, version, key, reason }: UnknownOutcome) {
    const { notices, directory, clock } = this.ports;
    const administrators = holdersOf(directory, organisationId, 'admin', clock.now());
    const caller = { organisationId, principalId };
    const to = [caller, ...administrators.filter((it) => it.principalId !== principalId)];
    const subject = version === null ? tool : `${tool}@${version}`;
    const text = `Whether a call of ${subject} is unknown: check with the tool before calling again. ${reason}`;
    const details = { invocationId, principalId, key };
    await notices.send([
      { key: `call.outcome-unknown ${invocationId}`, kind: 'call.outcome-unknown', subject, text, details, to },
    ]);
  }
}
