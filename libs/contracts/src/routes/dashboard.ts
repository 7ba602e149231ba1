import { z } from 'zod';
import {
  dashboardEventSchema,
  dashboardFilters,
  dashboardGroupSchema,
  dashboardGroups,
  dashboardOrders,
  dashboardSchema,
  trustMoverSchema,
} from '../dashboard.js';
import { cursor, define, listOf } from './route.js';

/** Figures of calls over a minute to ninety days. */
export const dashboardRoutes = define({
  showDashboard: {
    method: 'GET',
    path: '/v1/dashboard',
    tag: 'dashboard',
    summary: 'Show figures of calls in a range of time: in total, and by minute, hour or day',
    scope: 'authenticated',
    query: z.strictObject(dashboardFilters),
    answers: { 200: dashboardSchema },
  },
  listDashboardGroups: {
    method: 'GET',
    path: '/v1/dashboard/groups',
    tag: 'dashboard',
    summary: 'List figures of calls by tool, team or caller',
    scope: 'authenticated',
    query: z.strictObject({
      ...cursor,
      ...dashboardFilters,
      by: z.enum(dashboardGroups).optional().describe('default tool'),
      order: z.enum(dashboardOrders).optional().describe('default calls'),
    }),
    answers: { 200: listOf(dashboardGroupSchema) },
  },
  listTrustMovers: {
    method: 'GET',
    path: '/v1/dashboard/trust',
    tag: 'dashboard',
    summary: 'List versions of called tools whose trust changed, the largest change first',
    scope: 'authenticated',
    query: z.strictObject(dashboardFilters),
    answers: { 200: z.object({ items: z.array(trustMoverSchema) }) },
  },
  followDashboard: {
    method: 'GET',
    path: '/v1/dashboard/events',
    tag: 'dashboard',
    summary: 'Follow the dashboard: an event says that more calls were counted, for you to read again',
    scope: 'authenticated',
    query: z.strictObject(dashboardFilters),
    mediaType: 'text/event-stream',
    answers: { 200: dashboardEventSchema },
  },
});
