import { err, type Failure, isLongerThan, ok, type Result, runInSlices, type SliceClock } from '@assay/kernel';
import {
  type CallingWith,
  type Credentials,
  hiddenAnswer,
  hiddenAnswerInSteps,
  hiddenFailure,
  hiding,
  type Provided,
} from '@assay/vault';
import type { Call } from '../call.js';
import { outOfTime } from '../out-of-time.js';
import { workedOnAtOnce } from '../output/write-large-output.js';
import type { ToolProgress } from '../tool-progress.js';
import type { UpstreamAnswer } from '../upstream-answer.js';

/** Sends the call with its credential; progress is reported without secrets. */
export type Reach = (
  provided: Provided,
  clean: (progress: ToolProgress) => ToolProgress,
) => Promise<Result<UpstreamAnswer, Failure>>;

export interface Reaching {
  readonly reach: Reach;
  /** Large answers are cleaned in slices. */
  readonly clock: SliceClock;
}

/**
 * Reaches the upstream with the call's credential, of which nothing stays in what comes back. Where the upstream refuses a
 * token that can be renewed, the call is made once more with a new one: it was turned away before it had an effect.
 */
export async function callWithCredential(
  call: Call,
  asked: CallingWith,
  first: Provided,
  credentials: Credentials,
  { reach, clock }: Reaching,
): Promise<Result<UpstreamAnswer, Failure>> {
  const answer = await cleanly(call, first, { reach, clock });
  if (answer.ok || !isRefusal(answer.error)) return answer;
  const other = first.credential && (await credentials.instead(asked, first.credential));
  if (other === undefined) return err(await withAuthorization(call, asked, first, credentials, answer.error));
  if (!other.ok) return other;
  const again = await cleanly(call, other.value, { reach, clock });
  if (again.ok || !isRefusal(again.error)) return again;
  return err(credentials.refusal(asked, other.value.credential, again.error));
}

/** The refusal, and where its caller can agree to a credential when one was begun because of it. */
export async function withAuthorization(
  call: Call,
  asked: CallingWith,
  { credential }: Provided,
  credentials: Credentials,
  refused: Failure,
): Promise<Failure> {
  const failure = credentials.refusal(asked, credential, refused);
  if (failure.code !== 'connection_needed' || credential !== undefined) return failure;
  const begun = await credentials.begin({ caller: call.requested.caller, server: asked.server }, refused);
  if (begun === undefined) return failure;
  const { connectionId, url } = begun;
  return {
    ...failure,
    message: `${failure.message} An authorization was begun: open ${url} and agree, then assay connections confirm ${connectionId} with the code that the page shows.`,
    data: { connection: { id: connectionId, authorizeUrl: url } },
  };
}

async function cleanly(
  call: Call,
  provided: Provided,
  { reach, clock }: Reaching,
): Promise<Result<UpstreamAnswer, Failure>> {
  const { credential } = provided;
  if (credential === undefined) return reach(provided, (it) => it);
  call.resolved.connection = { id: credential.connectionId, shared: credential.shared };
  const hide = hiding(credential.secrets);
  const answer = await reach(provided, hide);
  if (!answer.ok) return err(hiddenFailure(answer.error, hide));
  const { content, structured, meta } = answer.value;
  if (!isLongerThan([content, structured, meta], workedOnAtOnce)) return ok(hiddenAnswer(answer.value, hide));
  const clean = hiddenAnswerInSteps(answer.value, credential.secrets);
  const hidden = await runInSlices(clean, clock, call.resolved.deadline.signal);
  return hidden.ok ? hidden : err(outOfTime(call));
}

/** Transports say of an upstream that asks for another credential what it challenged with. */
const isRefusal = ({ data }: Failure): boolean => data?.challenge !== undefined;
