import type { NotificationView, PinView, ReadAll, SetPin } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Body, Query } from './checked.js';
import { Endpoint } from './endpoint.js';
import { notificationView, pinView } from './notice-views.js';
import { type PageQuery, pageOf } from './page.js';
import { positionOf, timedPage } from './timed-page.js';
import { DOMAIN } from './tokens.js';

/** A principal's own notifications, and the pins that select them. */
@Controller()
export class NoticesController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listNotifications')
  async notifications(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { unread?: 'true' | 'false' }) {
    const wanted = { ...positionOf(query), unread: query.unread === 'true' };
    const { items, nextCursor } = timedPage(unwrap(await this.domain.notifications.list(caller, wanted)), query);
    return { items: items.map(notificationView), nextCursor };
  }

  @Endpoint('readNotification')
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<NotificationView> {
    return notificationView(unwrap(await this.domain.notifications.read(caller, id)));
  }

  @Endpoint('readAllNotifications')
  async readAll(@CurrentCaller() caller: Caller): Promise<ReadAll> {
    return { read: unwrap(await this.domain.notifications.readAll(caller)) };
  }

  @Endpoint('listPins')
  async pins(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(unwrap(await this.domain.pins.list(caller)), query, ({ pin }) => pin.tool);
    return { items: items.map(pinView), nextCursor };
  }

  @Endpoint('setPin')
  async setPin(@CurrentCaller() caller: Caller, @Body() body: SetPin): Promise<PinView> {
    return pinView(unwrap(await this.domain.pins.set(caller, body)));
  }
}
