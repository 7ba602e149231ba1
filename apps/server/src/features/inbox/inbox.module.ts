import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { InboxController } from './inbox.controller.js';

/** What waits for a person, as it changes. */
@Module({ imports: [ApprovalsModule, NotificationsModule], controllers: [InboxController] })
export class InboxModule {}
