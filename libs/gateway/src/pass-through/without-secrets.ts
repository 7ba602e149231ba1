import { err, fail, isLongerThan, ok, runInSlices, type SliceClock } from '@assay/kernel';
import { type Hide, hiddenFailure, hiding, hidingInSteps } from '@assay/vault';
import { workedOnAtOnce } from '../output/write-large-output.js';
import type { ClientEnd, Conversation, Reply } from './conversation.js';

/** The client's end, which is shown nothing of the credential that the conversation goes with. */
export const cleanEnd = (end: ClientEnd, hide: Hide): ClientEnd => ({
  capabilities: end.capabilities,
  ask: (method, params, about, signal, key) => end.ask(method, hide(params), about, signal, key),
  hear: (method, params, about) => end.hear(method, hide(params), about),
  ended: (why) => end.ended(hide(why)),
});

/** The conversation, of whose answers the same holds; large ones are cleaned in slices. */
export function cleanConversation(
  conversation: Conversation,
  secrets: readonly string[],
  clock: SliceClock,
): Conversation {
  const hide = hiding(secrets);
  /** Undefined when the signal aborts first. */
  const inSlices = async (reply: Reply, signal: AbortSignal): Promise<Reply | undefined> => {
    const clean = await runInSlices(hidingInSteps(reply, secrets), clock, signal);
    return clean.ok ? clean.value : undefined;
  };
  return {
    face: hide(conversation.face),
    request: async (method, params, asked) => {
      const reply = await conversation.request(method, params, asked);
      if (!reply.ok) return err(hiddenFailure(reply.error, hide));
      if (!isLongerThan(reply.value, workedOnAtOnce)) return ok(hide(reply.value));
      const clean = await inSlices(reply.value, asked.signal);
      return clean === undefined ? tooLate(asked.signal) : ok(clean);
    },
    notify: (method, params) => conversation.notify(method, params),
    // What a call answers is cleaned where the call is made; here, the server's own reply.
    tools: (tag, meta, replied, continues) => ({
      call: async (asked) => {
        let large: Reply | undefined;
        const cleaned = (reply: Reply): void => {
          if (isLongerThan(reply, workedOnAtOnce)) large = reply;
          else replied(hide(reply));
        };
        const transport = conversation.tools(tag, meta, cleaned, continues);
        const answer = await transport.call(asked);
        const clean = large && (await inSlices(large, asked.deadline.signal));
        if (clean !== undefined) replied(clean);
        return answer;
      },
    }),
    close: () => conversation.close(),
  };
}

const tooLate = ({ reason }: AbortSignal) =>
  reason === 'deadline'
    ? fail('deadline_exceeded', 'The server answered, but the deadline passed while its answer was being read.')
    : fail('cancelled', 'The request was cancelled after the server had answered.');
