import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Passed, Stage } from './call.js';
import type { ExamineContent } from './content/examine-content.js';
import { type MaskInputPorts, maskInput } from './content/mask-input.js';
import { visibleInput } from './content/reveal-masked.js';
import type { DecideCalls } from './policy/decide-calls.js';
import type { PolicyDecision } from './policy/policy-decision.js';
import type { Decided } from './resolved.js';

export interface PolicyStagePorts extends MaskInputPorts {
  readonly policies: Pick<DecideCalls, 'run' | 'readsInput' | 'guardsReturns'>;
  readonly content: Pick<ExamineContent, 'examine'>;
}

/**
 * Evaluates policies on the call. A denial ends it here; the next stage handles a required approval. The determining
 * policies are listed in the trace. Arguments are examined where a policy asks what they contain.
 */
export const policy = (ports: PolicyStagePorts): Stage<Decided> => ({
  name: 'policy',
  run(call) {
    const { caller } = call.requested;
    const isGuarded = ports.policies.guardsReturns(caller);
    if (ports.policies.readsInput(caller)) return examined(call, isGuarded, ports);
    const decision = ports.policies.run(caller, call.resolved.version as ToolVersion, call.resolved.input);
    return { resolved: { decision, isGuarded }, failure: refusal(call, decision) };
  },
  note: noteOf,
});

async function examined(call: Call, isGuarded: boolean, ports: PolicyStagePorts): Promise<Passed<Decided>> {
  const { version, input } = call.resolved;
  const visible = visibleInput(call.resolved);
  const found = await ports.content.examine(visible);
  const decision = ports.policies.run(call.requested.caller, version as ToolVersion, input, found);
  const resolved = { decision, isGuarded };
  const refused = refusal(call, decision);
  if (refused !== undefined) return { resolved, failure: refused };
  const masked = await maskInput(call, visible, found, decision.masks, ports);
  if (masked === undefined) return { resolved };
  return 'code' in masked ? { resolved, failure: masked } : { resolved: { ...resolved, ...masked } };
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
