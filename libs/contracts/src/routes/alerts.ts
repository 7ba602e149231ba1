import { z } from 'zod';
import { alertSchema, raiseAlertSchema } from '../alerts.js';
import { cursor, define, listOf } from './route.js';

/** Advisories against tools. */
export const alertsRoutes = define({
  raiseAlert: {
    method: 'POST',
    path: '/v1/alerts',
    tag: 'findings',
    summary: 'Raise a security alert: critical ones revoke immediately, others become findings',
    scope: 'trust:attest',
    body: raiseAlertSchema,
    answers: { 201: alertSchema },
  },
  listAlerts: {
    method: 'GET',
    path: '/v1/alerts',
    tag: 'findings',
    summary: "List your organisation's alerts, newest first; operators see all",
    scope: 'trust:attest',
    query: z.strictObject(cursor),
    answers: { 200: listOf(alertSchema) },
  },
});
