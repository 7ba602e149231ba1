import type { ToolVersion } from '../catalog/records.js';
import { fail } from '../kernel/failure.js';
import type { DecideCalls } from '../policy/decide-calls.js';
import type { Call, Stage } from './call.js';

/**
 * What policies say of the call. A denial ends it here; where a person has to approve, the next stage sees to that. The
 * determining policies stand in the trace.
 */
export const policy = (decide: Pick<DecideCalls, 'run'>): Stage => ({
  name: 'policy',
  run(call) {
    const version = call.version as ToolVersion;
    const decision = decide.run(call.caller, version, call.input);
    call.decision = decision;
    if (decision.verdict !== 'DENY') return undefined;
    return fail('denied', `You may not call ${version.manifest.name}@${version.version}: ${decision.why}.`, {
      data: { policies: decision.policies },
    }).error;
  },
  note: noteOf,
});

function noteOf({ decision }: Call): string | undefined {
  if (decision === undefined) return undefined;
  const by = decision.policies.map(({ id, version }) => `${id} v${version}`).join(', ');
  return by === '' ? decision.verdict : `${decision.verdict} by ${by}`;
}
