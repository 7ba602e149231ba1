import type { Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, PlainStage, Stage } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import type { GuardResultPorts } from './guard-result.js';
import { examineAnswer } from './mask-answer.js';
import { placesToMask } from './mask-input.js';
import { maskPlaces, textsAt } from './mask-value.js';
import { type MaskedValues, ownerOf } from './masked-values.js';
import { sourceServer } from './source-server.js';
import { withoutExcerpt } from './withheld-result.js';

type Ports = Pick<GuardResultPorts, 'content' | 'masked' | 'policies' | 'onProblem'>;

/**
 * Policies on results hold for what a tool says when it fails, too: it is masked, or replaced by a sentence where the
 * result would be withheld or denied. An error waits for nobody.
 */
export const guardToolError = (ports: Ports): Stage => ({
  name: 'guard-error',
  reaches: true,
  isNeeded: ({ requested: { caller }, resolved: { answer } }) =>
    answer?.isError === true && ports.policies.guardsReturns(caller),
  async run(call) {
    const {
      resolved: { answer },
    } = call;
    if (answer === undefined) return undefined;
    const examined = await examineAnswer(answer, ports.content, (it) => it.places);
    const decision = decide(call, examined, ports);
    if (!isChanged(decision)) return undefined;
    call.resolved.isAltered = true;
    if (call.resolved.findings !== undefined) call.resolved.findings = call.resolved.findings.map(withoutExcerpt);
    const placeholder = mayMask(decision) ? await placeholders(call, examined.toMask(), ports) : undefined;
    const { source, isError } = answer;
    call.resolved.answer =
      placeholder === undefined
        ? { content: [{ type: 'text', text: hiddenBy(decision) }], isError, source }
        : examined.masked(placeholder);
    // The failure that the error result reports quotes it.
    if (call.resolved.toolError !== undefined)
      call.resolved.toolError = await guarded(call, call.resolved.toolError, ports);
    return undefined;
  },
});

/** The same for the messages of failures that quote an upstream. */
export const guardFailures = (ports: Ports, stage: PlainStage): PlainStage => ({
  ...stage,
  run(call) {
    const ended = stage.run(call);
    return ended instanceof Promise ? ended.then((failure) => check(call, failure, ports)) : check(call, ended, ports);
  },
});

function check(call: Call, failure: Failure | undefined, ports: Ports): Failure | undefined | Promise<Failure> {
  if (
    failure === undefined ||
    call.resolved.upstreamMs === undefined ||
    !ports.policies.guardsReturns(call.requested.caller)
  )
    return failure;
  return guarded(call, failure, ports);
}

async function guarded(call: Call, failure: Failure, ports: Ports): Promise<Failure> {
  const { message, issues, data } = failure;
  const said = { message, issues, data };
  const examined = await ports.content.examine(said);
  const decision = decide(call, examined, ports);
  if (!isChanged(decision)) return failure;
  call.resolved.isAltered = true;
  const places = placesToMask(examined.places, decision?.masks);
  const placeholder = mayMask(decision) ? await placeholders(call, textsAt(said, places), ports) : undefined;
  const { issues: _issues, data: _data, ...bare } = failure;
  if (placeholder === undefined) return { ...bare, message: hiddenBy(decision) };
  const masked = maskPlaces(said, places, placeholder) as typeof said;
  return { ...failure, ...masked } as Failure;
}

function decide(call: Call, found: { readonly classes: readonly string[]; readonly isWhole: boolean }, ports: Ports) {
  return ports.policies.runReturn(call.requested.caller, call.resolved.version as ToolVersion, found);
}

const isChanged = (decision: PolicyDecision | undefined): boolean =>
  decision !== undefined && (decision.verdict !== 'ALLOW' || decision.masks !== undefined);

const mayMask = (decision: PolicyDecision | undefined): boolean => decision?.verdict === 'ALLOW';

async function placeholders(call: Call, texts: Parameters<MaskedValues['mask']>[2], { masked, onProblem }: Ports) {
  const owner = ownerOf(call);
  if (owner === undefined) return undefined;
  return masked.mask(owner, sourceServer(call.resolved.version as ToolVersion), texts).catch((cause: unknown) => {
    onProblem(cause);
    return undefined;
  });
}

const hiddenBy = (decision: PolicyDecision | undefined): string =>
  `The tool's error message is not returned: ${decision?.why ?? 'a policy forbids it'}.`;
