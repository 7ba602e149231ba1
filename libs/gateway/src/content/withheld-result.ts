import type { FindingSign } from '@assay/contracts';
import type { Call } from '../call.js';
import type { WithheldResult } from '../tool-result.js';

export const withheldResult = (call: Call, contains: readonly string[]): WithheldResult => {
  const {
    resolved: { answer, output, upstreamMs, givenMs, validation, findings, parts, connection },
  } = call;
  return {
    validation,
    contains,
    ...(answer && { answer }),
    ...(output !== undefined && { output }),
    ...(upstreamMs !== undefined && { upstreamMs }),
    ...(givenMs !== undefined && { givenMs }),
    ...(findings && { findings }),
    ...(parts && { parts }),
    ...(connection && { connection }),
  };
};

/** Takes the result out of the call, and every trace of its text. */
export function withdraw(call: Call): void {
  delete call.resolved.answer;
  delete call.resolved.output;
  call.resolved.isAltered = true;
  if (call.resolved.findings !== undefined) call.resolved.findings = call.resolved.findings.map(withoutExcerpt);
  call.resolved.validation = { outcome: 'skipped', issues: [] };
}

/** What was seen is part of what is not shown. */
export const withoutExcerpt = (sign: FindingSign): FindingSign => ({ ...sign, excerpt: '' });
