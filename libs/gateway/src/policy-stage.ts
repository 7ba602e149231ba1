import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage } from './call.js';
import type { ExamineContent } from './content/examine-content.js';
import { type MaskInputPorts, maskInput } from './content/mask-input.js';
import { visibleInput } from './content/reveal-masked.js';
import type { DecideCalls } from './policy/decide-calls.js';
import type { PolicyDecision } from './policy/policy-decision.js';

export interface PolicyStagePorts extends MaskInputPorts {
  readonly policies: Pick<DecideCalls, 'run' | 'readsInput' | 'guardsReturns'>;
  readonly content: Pick<ExamineContent, 'examine'>;
}

/**
 * What policies say of the call. A denial ends it here; where a person has to approve, the next stage sees to that. The
 * determining policies stand in the trace. Arguments are examined where a policy asks what they contain.
 */
export const policy = (ports: PolicyStagePorts): Stage => ({
  name: 'policy',
  run(call) {
    const { policies } = ports;
    if (policies.guardsReturns(call.requested.caller)) call.resolved.isGuarded = true;
    if (policies.readsInput(call.requested.caller)) return examined(call, ports);
    call.resolved.decision = policies.run(
      call.requested.caller,
      call.resolved.version as ToolVersion,
      call.resolved.input,
    );
    return refusal(call, call.resolved.decision);
  },
  note: noteOf,
});

async function examined(call: Call, ports: PolicyStagePorts): Promise<Failure | undefined> {
  const visible = visibleInput(call.resolved);
  const found = await ports.content.examine(visible);
  call.resolved.decision = ports.policies.run(
    call.requested.caller,
    call.resolved.version as ToolVersion,
    call.resolved.input,
    found,
  );
  return refusal(call, call.resolved.decision) ?? maskInput(call, visible, found, call.resolved.decision.masks, ports);
}

function refusal({ resolved: { version } }: Call, decision: PolicyDecision): Failure | undefined {
  if (decision.verdict !== 'DENY') return undefined;
  const { manifest, version: number } = version as ToolVersion;
  return fail('denied', `You may not call ${manifest.name}@${number}: ${decision.why}.`, {
    data: { policies: decision.policies },
  }).error;
}

function noteOf({ resolved: { decision, shown } }: Call): string | undefined {
  if (decision === undefined) return undefined;
  const by = decision.policies.map(({ id, version }) => `${id} v${version}`).join(', ');
  const verdict = shown === undefined ? decision.verdict : `${decision.verdict}, masked`;
  return by === '' ? verdict : `${verdict} by ${by}`;
}
