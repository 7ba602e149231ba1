import type { ClientEnd, Conversation, Conversations, Failure, Members, Result, Server } from '@assay/core';
import { ok } from '@assay/core';
import { isObject } from '../json-rpc.js';

interface Member {
  readonly id: number;
  readonly end: ClientEnd;
}

interface Shared {
  readonly opened: Promise<Result<Conversation, Failure>>;
  readonly members: Map<number, Member>;
  /** Progress tokens as the server sees them, and whose they are. */
  readonly tokens: Map<string, { readonly member: number; readonly token: unknown }>;
}

/**
 * Conversations, of which all clients of a server that is marked stateless share one. That server asks nobody anything,
 * watches nothing and keeps no level of logging for them: whose would it be?
 */
export class SharedConversations implements Conversations {
  readonly #inner: Conversations;
  readonly #shared = new Map<string, Shared>();
  #lastMember = 0;
  #lastToken = 0;

  constructor(inner: Conversations) {
    this.#inner = inner;
  }

  async open(server: Server, client: ClientEnd, signal: AbortSignal): Promise<Result<Conversation, Failure>> {
    if (!server.stateless) return this.#inner.open(server, client, signal);
    const key = `${server.id} ${server.updatedAt}`;
    this.#lastMember += 1;
    const member = { id: this.#lastMember, end: client };
    const shared = this.#shared.get(key) ?? this.#begin(key, server);
    shared.members.set(member.id, member);
    const opened = await shared.opened;
    if (opened.ok) return ok(this.#partOf(key, shared, opened.value, member));
    this.#shared.delete(key);
    return opened;
  }

  #begin(key: string, server: Server): Shared {
    const members = new Map<number, Member>();
    const tokens: Shared['tokens'] = new Map();
    const end: ClientEnd = {
      capabilities: {},
      ask: async (method) => ({ error: { code: -32_601, message: `Nobody is asked ${method} here.` } }),
      hear: (method, params, about) => hear({ members, tokens }, method, params, about),
      ended: (why) => {
        this.#shared.delete(key);
        for (const { end: each } of members.values()) each.ended(why);
      },
    };
    // Whoever came first may go away before it is open; the others still wait for it.
    const shared = { opened: this.#inner.open(server, end, new AbortController().signal), members, tokens };
    this.#shared.set(key, shared);
    return shared;
  }

  #partOf(key: string, shared: Shared, conversation: Conversation, member: Member): Conversation {
    const own = (tag: string) => `${member.id} ${tag}`;
    const { face } = conversation;
    return {
      face: { ...face, capabilities: withoutState(face.capabilities) },
      request: (method, params, { tag, signal }) => {
        const { sent, done } = this.#withToken(shared, member, params);
        return conversation.request(method, sent, { tag: own(tag), signal }).finally(done);
      },
      notify: () => {},
      tools: (tag, meta, replied) => {
        const { sent, done } = this.#withToken(shared, member, { _meta: meta });
        const transport = conversation.tools(own(tag), sent._meta as Members | undefined, replied);
        return { call: (call) => transport.call(call).finally(done) };
      },
      close: async () => {
        shared.members.delete(member.id);
        if (shared.members.size > 0) return;
        if (this.#shared.get(key) === shared) this.#shared.delete(key);
        await conversation.close();
      },
    };
  }

  /** Two clients may choose the same token. */
  #withToken(shared: Shared, { id }: Member, params: Members): { sent: Members; done: () => void } {
    const meta = isObject(params._meta) ? params._meta : undefined;
    if (meta?.progressToken === undefined) return { sent: params, done: () => {} };
    this.#lastToken += 1;
    const progressToken = `shared-${this.#lastToken}`;
    shared.tokens.set(progressToken, { member: id, token: meta.progressToken });
    return {
      sent: { ...params, _meta: { ...meta, progressToken } },
      done: () => shared.tokens.delete(progressToken),
    };
  }
}

function hear(
  { members, tokens }: Pick<Shared, 'members' | 'tokens'>,
  method: string,
  params: Members,
  about: string | undefined,
): void {
  const of = about === undefined ? undefined : members.get(Number(about.split(' ')[0]));
  const tag = about?.slice(about.indexOf(' ') + 1);
  if (method === 'notifications/progress') {
    const known = tokens.get(String(params.progressToken));
    const member = known && members.get(known.member);
    if (known) member?.end.hear(method, { ...params, progressToken: known.token }, of === member ? tag : undefined);
  } else if (of !== undefined) of.end.hear(method, params, tag);
  // What belongs to nobody in particular is for everybody, save logs, which could tell of others.
  else if (method !== 'notifications/message')
    for (const { end } of members.values()) end.hear(method, params, undefined);
}

function withoutState({ logging: _logging, resources, ...others }: Members): Members {
  if (!isObject(resources)) return others;
  const { subscribe: _subscribe, ...rest } = resources;
  return { ...others, resources: rest };
}
