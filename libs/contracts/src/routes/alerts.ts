import { z } from 'zod';
import { alertSchema, raiseAlertSchema } from '../alerts.js';
import { cursor, define, listOf } from './route.js';

/** Advisories against tools. */
export const alertsRoutes = define({
  raiseAlert: {
    method: 'POST',
    path: '/v1/alerts',
    tag: 'findings',
    summary: 'Raise a security alert: a critical one revokes at once, others are findings to decide on',
    scope: 'trust:attest',
    body: raiseAlertSchema,
    answers: { 201: alertSchema },
  },
  listAlerts: {
    method: 'GET',
    path: '/v1/alerts',
    tag: 'findings',
    summary: 'List the alerts your organisation raised, newest first; who runs the installation sees all',
    scope: 'trust:attest',
    query: z.strictObject(cursor),
    answers: { 200: listOf(alertSchema) },
  },
});
