import type { UpstreamAnswer } from '@assay/gateway';
import { err, type Failure, ok, type Result } from '@assay/kernel';

/** Which setting of a process's isolation explains a text, in a sentence; null when none does. */
export type Explain = (text: string) => string | null;

/** How much of an error is searched for what the isolation stopped, in characters. */
const maxText = 16_384;

function textOf({ content }: UpstreamAnswer): string {
  const texts = content.map((block) => (block.type === 'text' ? String(block.text) : ''));
  return texts.join('\n').slice(0, maxText);
}

/** Names the setting of the isolation that an error comes from: in a failure's message, beside a tool's own error. */
export function explained(answer: Result<UpstreamAnswer, Failure>, explain: Explain): Result<UpstreamAnswer, Failure> {
  if (answer.ok && !answer.value.isError) return answer;
  if (!answer.ok) return err(explainedFailure(answer.error, explain));
  const why = explain(textOf(answer.value));
  if (why === null) return answer;
  return ok({ ...answer.value, warnings: [...(answer.value.warnings ?? []), why] });
}

/** The same for a failure alone, such as that of a command that did not start. */
export function explainedFailure(failure: Failure, explain: Explain): Failure {
  const why = explain(failure.message.slice(0, maxText));
  return why === null ? failure : { ...failure, message: `${failure.message} ${why}` };
}

/** Says in provenance what a command could reach, whether its call went well or not. */
export function withIsolation(
  answer: Result<UpstreamAnswer, Failure>,
  isolation: UpstreamAnswer['isolation'],
): Result<UpstreamAnswer, Failure> {
  if (isolation === undefined) return answer;
  return answer.ok ? ok({ ...answer.value, isolation }) : err({ ...answer.error, isolation });
}
