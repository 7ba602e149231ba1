import type { ClientEnd, Conversation, ConversationCredential, Conversations, Members } from '@assay/gateway';
import { type Failure, isObject, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';

interface Member {
  readonly id: number;
  readonly end: ClientEnd;
}

interface Shared {
  readonly opened: Promise<Result<Conversation, Failure>>;
  readonly members: Map<number, Member>;
}

/**
 * Conversations, of which all clients of a server that is marked stateless share one, save those with a credential of
 * their own; those with a credential that is shared with them share one of its own. That server asks nobody anything,
 * watches nothing and keeps no level of logging for them: whose would it be?
 */
export class SharedConversations implements Conversations {
  readonly #inner: Conversations;
  readonly #shared = new Map<string, Shared>();
  #lastMember = 0;

  constructor(inner: Conversations) {
    this.#inner = inner;
  }

  async open(
    server: Server,
    client: ClientEnd,
    signal: AbortSignal,
    credential?: ConversationCredential,
  ): Promise<Result<Conversation, Failure>> {
    const isOnesOwn = credential !== undefined && !credential.shared;
    if (!server.stateless || isOnesOwn) return this.#inner.open(server, client, signal, credential);
    const key = `${server.id} ${server.updatedAt} ${credential?.key ?? ''}`;
    this.#lastMember += 1;
    const member = { id: this.#lastMember, end: client };
    const shared = this.#shared.get(key) ?? this.#begin(key, server, credential);
    shared.members.set(member.id, member);
    const opened = await shared.opened;
    if (opened.ok) return ok(this.#partOf(key, shared, opened.value, member));
    this.#forget(key, shared);
    return opened;
  }

  #begin(key: string, server: Server, credential: ConversationCredential | undefined): Shared {
    const members = new Map<number, Member>();
    const end: ClientEnd = {
      capabilities: {},
      ask: async (method) => ({ error: { code: -32_601, message: `Nobody is asked ${method} here.` } }),
      hear: (method, params, about) => hear(members, method, params, about),
      ended: (why) => {
        this.#forget(key, shared);
        for (const { end: each } of members.values()) each.ended(why);
      },
    };
    // The first client may disconnect before it is open; the others still wait for it.
    const opened = this.#inner.open(server, end, new AbortController().signal, credential);
    const shared: Shared = { opened, members };
    this.#shared.set(key, shared);
    return shared;
  }

  /** Many calls may report the same end; by the later reports another conversation may have taken the place. */
  #forget(key: string, shared: Shared): void {
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
  }

  #partOf(key: string, shared: Shared, conversation: Conversation, member: Member): Conversation {
    const own = (tag: string) => `${member.id} ${tag}`;
    const { face } = conversation;
    return {
      face: { ...face, capabilities: withoutState(face.capabilities) },
      request: (method, params, { tag, signal }) => conversation.request(method, params, { tag: own(tag), signal }),
      notify: () => {},
      tools: (tag, meta, replied, continues) => conversation.tools(own(tag), meta, replied, continues),
      close: async () => {
        shared.members.delete(member.id);
        if (shared.members.size > 0) return;
        this.#forget(key, shared);
        await conversation.close();
      },
    };
  }
}

/** Messages that belong to a request go to its sender. */
function hear(members: Shared['members'], method: string, params: Members, about: string | undefined): void {
  const of = about === undefined ? undefined : members.get(Number(about.split(' ')[0]));
  const tag = about?.slice(about.indexOf(' ') + 1);
  if (of !== undefined) of.end.hear(method, params, tag);
  // What belongs to nobody in particular is for everybody, save logs, which could tell of others.
  else if (about === undefined && method !== 'notifications/message')
    for (const { end } of members.values()) end.hear(method, params, undefined);
}

function withoutState({ logging: _logging, resources, ...others }: Members): Members {
  if (!isObject(resources)) return others;
  const { subscribe: _subscribe, ...rest } = resources;
  return { ...others, resources: rest };
}
