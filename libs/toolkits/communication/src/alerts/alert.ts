import { createHash } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { requireClean } from '../content/check-text.js';
import { connect } from '../settings/services.js';
import { actsOutside, type CommunicationContext, communicationTool } from '../tools/communication-tool.js';
import { request } from '../web/request.js';

const actions = ['trigger', 'acknowledge', 'resolve'] as const;
const severities = ['critical', 'error', 'warning', 'info'] as const;

interface Alert {
  readonly action: (typeof actions)[number];
  readonly incident: string;
  readonly summary: string;
  readonly severity: (typeof severities)[number];
  readonly source: string;
}

type Send = (alert: Alert, context: CommunicationContext) => Promise<void>;

/** Events API v2. Events with the same `dedup_key` belong to one incident, so that repeating one changes nothing. */
const toPagerduty: Send = async ({ action, incident, summary, severity, source }, { settings, signal }) => {
  const { url, secrets } = connect('pagerduty', settings.variables);
  const event = { routing_key: secrets[0], event_action: action, dedup_key: incident };
  const payload = { summary, severity, source };
  const body = action === 'trigger' ? { ...event, payload } : event;
  await request({ url: `${url}/v2/enqueue`, method: 'POST', headers: {}, body, signal });
};

const priorities = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' } as const;

/** Alert API. Alerts with the same alias are one alert. */
const toOpsgenie: Send = async ({ action, incident, summary, severity, source }, { settings, signal }) => {
  const { url, secrets } = connect('opsgenie', settings.variables);
  const headers = { authorization: `GenieKey ${secrets[0]}` };
  const of = `${url}/v2/alerts`;
  if (action === 'trigger') {
    const body = {
      message: summary.slice(0, 130),
      description: summary,
      alias: incident,
      priority: priorities[severity],
      source,
    };
    await request({ url: of, method: 'POST', headers, body, signal });
    return;
  }
  const verb = action === 'resolve' ? 'close' : 'acknowledge';
  const path = `${of}/${encodeURIComponent(incident)}/${verb}?identifierType=alias`;
  await request({ url: path, method: 'POST', headers, body: { source }, signal });
};

const senders = { pagerduty: toPagerduty, opsgenie: toOpsgenie } as const;

export const alert = communicationTool({
  name: 'alert',
  title: 'Raise or end an alert',
  description:
    'Trigger, acknowledge or resolve an incident of PagerDuty or an alert of Opsgenie. Calls with the same incident are about one incident: triggering it twice is the same as once.',
  annotations: { ...actsOutside, idempotentHint: true },
  input: z.strictObject({
    service: z.enum(['pagerduty', 'opsgenie']),
    action: z.enum(actions).default('trigger'),
    incident: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/)
      .optional()
      .describe('Names it; needed to acknowledge and resolve. Made of summary and source when absent'),
    summary: z.string().min(1).max(1_000).optional().describe('Needed to trigger'),
    severity: z.enum(severities).default('error'),
    source: z.string().min(1).max(100).default('assay'),
  }),
  output: z.object({ incident: z.string(), action: z.enum(actions) }),
  async run({ service, action, incident: named, summary = '', severity, source }, context) {
    if (action === 'trigger' && summary === '') throw new Refusal('An alert that is triggered needs a summary.');
    if (action !== 'trigger' && named === undefined) throw new Refusal(`To ${action} an incident, name it: incident.`);
    await requireClean([{ place: 'summary', text: summary }], 'internal', context);
    const made = createHash('sha256')
      .update(JSON.stringify([source, summary]))
      .digest('hex')
      .slice(0, 32);
    const incident = named ?? made;
    await senders[service]({ action, incident, summary, severity, source }, context);
    return { structured: { incident, action }, text: `${action}: ${incident}` };
  },
});
