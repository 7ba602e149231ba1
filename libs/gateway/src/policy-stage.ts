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
    if (policies.guardsReturns(call.caller)) call.isGuarded = true;
    if (policies.readsInput(call.caller)) return examined(call, ports);
    call.decision = policies.run(call.caller, call.version as ToolVersion, call.input);
    return refusal(call, call.decision);
  },
  note: noteOf,
});

async function examined(call: Call, ports: PolicyStagePorts): Promise<Failure | undefined> {
  const visible = visibleInput(call);
  const found = await ports.content.examine(visible);
  call.decision = ports.policies.run(call.caller, call.version as ToolVersion, call.input, found);
  return refusal(call, call.decision) ?? maskInput(call, visible, found, call.decision.masks, ports);
}

function refusal({ version }: Call, decision: PolicyDecision): Failure | undefined {
  if (decision.verdict !== 'DENY') return undefined;
  const { manifest, version: number } = version as ToolVersion;
  return fail('denied', `You may not call ${manifest.name}@${number}: ${decision.why}.`, {
    data: { policies: decision.policies },
  }).error;
}

function noteOf({ decision, shown }: Call): string | undefined {
  if (decision === undefined) return undefined;
  const by = decision.policies.map(({ id, version }) => `${id} v${version}`).join(', ');
  const verdict = shown === undefined ? decision.verdict : `${decision.verdict}, masked`;
  return by === '' ? verdict : `${verdict} by ${by}`;
}
