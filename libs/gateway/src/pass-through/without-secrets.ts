import { err, ok } from '@assay/kernel';
import { type Hide, hiddenFailure } from '@assay/vault';
import type { ClientEnd, Conversation } from './conversation.js';

/** The client's end, which is shown nothing of the credential that the conversation goes with. */
export const cleanEnd = (end: ClientEnd, hide: Hide): ClientEnd => ({
  capabilities: end.capabilities,
  ask: (method, params, about, signal) => end.ask(method, hide(params), about, signal),
  hear: (method, params, about) => end.hear(method, hide(params), about),
  ended: (why) => end.ended(hide(why)),
});

/** The conversation, of whose answers the same holds. */
export const cleanConversation = (conversation: Conversation, hide: Hide): Conversation => ({
  face: hide(conversation.face),
  request: async (method, params, asked) => {
    const reply = await conversation.request(method, params, asked);
    return reply.ok ? ok(hide(reply.value)) : err(hiddenFailure(reply.error, hide));
  },
  notify: (method, params) => conversation.notify(method, params),
  // What a call answers is cleaned where the call is made.
  tools: (tag, meta, replied) => conversation.tools(tag, meta, (reply) => replied(hide(reply))),
  close: () => conversation.close(),
});
