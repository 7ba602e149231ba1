import type { NotificationView, PinView, ReadAll, SetPin } from '@assay/contracts';
import { type Caller, ReadNotifications } from '@assay/identity';
import { ManagePins } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { notificationView, pinView } from './notice-views.js';

/** A principal's own notifications, and the pins that select them. */
@Controller()
export class NoticesController {
  constructor(
    @Inject(ReadNotifications) private readonly reading: ReadNotifications,
    @Inject(ManagePins) private readonly managePins: ManagePins,
  ) {}

  @Endpoint('listNotifications')
  async notifications(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { unread?: 'true' | 'false' }) {
    const wanted = { ...positionOf(query), unread: query.unread === 'true' };
    const { items, nextCursor } = timedPage(unwrap(await this.reading.list(caller, wanted)), query);
    return { items: items.map(notificationView), nextCursor };
  }

  @Endpoint('readNotification')
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<NotificationView> {
    return notificationView(unwrap(await this.reading.read(caller, id)));
  }

  @Endpoint('readAllNotifications')
  async readAll(@CurrentCaller() caller: Caller): Promise<ReadAll> {
    return { read: unwrap(await this.reading.readAll(caller)) };
  }

  @Endpoint('listPins')
  async pins(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(unwrap(await this.managePins.list(caller)), query, ({ pin }) => pin.tool);
    return { items: items.map(pinView), nextCursor };
  }

  @Endpoint('setPin')
  async setPin(@CurrentCaller() caller: Caller, @Body() body: SetPin): Promise<PinView> {
    return pinView(unwrap(await this.managePins.set(caller, body)));
  }
}
