import { DecideApprovals } from '@assay/gateway';
import { type Caller, ReadNotifications } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { OpenStreams } from '../../edges/open-streams.js';
import { CLOCK } from '../../platform/ports.js';
import { inboxChanges } from './inbox-changes.js';
import { InboxFeed } from './inbox-feed.js';

/** Each tab of a browser has one. */
const limits = Object.freeze({
  ...{ all: 256, own: 8 },
  ...{ message: 'Too many clients follow inboxes: try again later.', retryAfterMs: 5_000 },
});

/** What waits for a person, live. */
@Controller()
export class InboxController {
  readonly #streams: OpenStreams;

  constructor(
    @Inject(DecideApprovals) private readonly approvals: DecideApprovals,
    @Inject(ReadNotifications) private readonly notifications: ReadNotifications,
    @Inject(InboxFeed) private readonly feed: InboxFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#streams = new OpenStreams(limits, clock);
  }

  @Endpoint('followInbox')
  async follow(@CurrentCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { approvals, notifications, feed, clock } = this;
    await this.#streams.follow(caller.principalId, reply, async (stream, signal) => {
      let number = 0;
      for await (const changed of inboxChanges(caller, { approvals, notifications, feed, clock }, signal))
        stream.send(String(++number), 'changed', { changed });
    });
  }
}
