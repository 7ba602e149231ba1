import { z } from 'zod';
import { peopleOf } from '../settings/people.js';
import { servicesOf } from '../settings/services.js';
import { communicationTool } from './communication-tool.js';

export const accounts = communicationTool({
  name: 'accounts',
  title: 'Show what is configured',
  description:
    'The sender of mail, own domains, the allow-list, and the services that are configured, without credentials. Nothing is contacted.',
  input: z.strictObject({}),
  output: z.object({
    sender: z.string().nullable(),
    sends: z.boolean(),
    reads: z.boolean(),
    internalDomains: z.array(z.string()),
    allowedRecipients: z.array(z.string()),
    attribution: z.string(),
    services: z.array(z.string()).describe('Names that other tools take as service'),
    people: z.array(z.string()).describe('Names that notify takes'),
  }),
  async run(_, { settings }) {
    const { mail, recipients, attribution } = settings;
    const structured = {
      sender: mail?.from.address ?? null,
      sends: mail?.smtp != null,
      reads: mail?.imap != null,
      internalDomains: [...recipients.internalDomains],
      allowedRecipients: [...recipients.allowed],
      attribution,
      services: servicesOf(settings.variables),
      people: peopleOf(settings.variables),
    };
    return { structured, text: JSON.stringify(structured) };
  },
});
