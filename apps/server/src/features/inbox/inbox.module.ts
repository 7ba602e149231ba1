import type { InboxChange } from '@assay/identity';
import { Module } from '@nestjs/common';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { provide } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { InboxController } from './inbox.controller.js';
import { InboxFeed } from './inbox-feed.js';

/** What waits for a person, as it changes. */
@Module({
  imports: [ApprovalsModule, NotificationsModule],
  controllers: [InboxController],
  providers: [
    provide(InboxFeed, { followers: ChangeFollowers }, ({ followers }) => {
      const feed = new InboxFeed();
      followers.follow<InboxChange>(['inbox'], ({ id }) => feed.changed(id));
      return feed;
    }),
  ],
})
export class InboxModule {}
