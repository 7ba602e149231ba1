import { DecideApprovals } from '@assay/gateway';
import { type Caller, ReadNotifications } from '@assay/identity';
import { type Clock, fail } from '@assay/kernel';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { EventStream } from '../../edges/event-stream.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CLOCK } from '../../platform/ports.js';
import { inboxChanges } from './inbox-changes.js';
import { InboxFeed } from './inbox-feed.js';

/** Streams of one replica, and of one person: each tab of a browser has one. */
const maxStreams = Object.freeze({ all: 256, own: 8 });

/** What waits for a person, live. */
@Controller()
export class InboxController {
  readonly #followers: (string | null)[] = [];

  constructor(
    @Inject(DecideApprovals) private readonly approvals: DecideApprovals,
    @Inject(ReadNotifications) private readonly notifications: ReadNotifications,
    @Inject(InboxFeed) private readonly feed: InboxFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('followInbox')
  async follow(@CurrentCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { principalId } = caller;
    const followers = this.#followers;
    const own = followers.filter((it) => it === principalId).length;
    if (followers.length >= maxStreams.all || own >= maxStreams.own)
      return unwrap(fail('rate_limited', 'Too many clients follow inboxes: try again later.', { retryAfterMs: 5_000 }));
    followers.push(principalId);
    const gone = new AbortController();
    const stream = new EventStream(reply, this.clock);
    stream.onClose(() => gone.abort());
    let number = 0;
    try {
      const { approvals, notifications, feed, clock } = this;
      for await (const changed of inboxChanges(caller, { approvals, notifications, feed, clock }, gone.signal))
        stream.send(String(++number), 'changed', { changed });
    } catch {
      // The store is unavailable: the client reconnects, and its first event names every list.
    } finally {
      followers.splice(followers.indexOf(principalId), 1);
      stream.end();
    }
  }
}
