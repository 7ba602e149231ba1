import { createHash, randomUUID } from 'node:crypto';
import { OutcomeUnknown, Refusal } from '@assay/kit';
import { z } from 'zod';
import { readChannel } from '../chat/channel.js';
import { channelTarget, postTo } from '../chat/channel-post.js';
import { requireClean, signed } from '../content/check-text.js';
import { requireOneLine } from '../content/plain-text.js';
import { compose, deliver } from '../mail/smtp.js';
import { type Audience, audiences, readRecipients, requireAudience, strictest } from '../recipients/audience.js';
import { reasonOf } from '../recipients/describe-audience.js';
import { isChannelPlace, personField, placesOf } from '../settings/people.js';
import {
  actsOutside,
  type CommunicationContext,
  communicationTool,
  mailAccount,
  outgoingServer,
} from '../tools/communication-tool.js';

interface Notice {
  readonly title: string;
  readonly text: string;
}

/** A place of a person, judged and ready to be notified. */
interface Route {
  readonly place: string;
  readonly audience: Audience;
  readonly why: string;
  readonly send: (notice: Notice) => Promise<void>;
}

async function channelRoute(place: string, { title, text }: Notice, context: CommunicationContext): Promise<Route> {
  const where = readChannel(place);
  const target = await channelTarget(where, `${title}\n${text}`, context);
  return {
    ...{ place, audience: target.audience, why: target.why },
    send: async (notice) => {
      const message = signed(`${notice.title}\n\n${notice.text}`, context);
      await postTo(where, target, { message }, context);
    },
  };
}

function mailRoute(place: string, context: CommunicationContext): Route {
  const { recipients: rules } = context.settings;
  const recipients = readRecipients({ to: [place] }, rules);
  const [{ from }, server] = [mailAccount(context), outgoingServer(context)];
  return {
    ...{ place, audience: recipients.audience, why: reasonOf(recipients, rules) },
    send: async ({ title, text }) => {
      const unique = context.key === undefined ? randomUUID() : JSON.stringify([context.key, place, title, text]);
      const id = createHash('sha256').update(unique).digest('hex').slice(0, 40);
      const composed = await compose({
        ...{ from, to: [place], cc: [], bcc: [], subject: title, body: signed(text, context), attachments: [] },
        ...{ messageId: `<${id}@${from.address.split('@').at(-1)}>`, inReplyTo: null, references: [] },
      });
      await deliver(composed, server, context.signal);
    },
  };
}

export const notify = communicationTool({
  name: 'notify',
  title: 'Notify a person',
  description:
    'Send a short notice to a person by name, to the mail addresses and chats that an administrator configured for them. Content and recipients are checked as in send and post. For a reminder, schedule the call.',
  annotations: actsOutside,
  input: z.strictObject({
    person: z.string().regex(personField, 'must be a name such as ann').describe('As shown by accounts'),
    title: z.string().min(1).max(150),
    text: z.string().min(1).max(1_800),
    audience: z.enum(audiences).describe('Whom it reaches at most, by the strictest of the places'),
  }),
  output: z.object({
    notified: z.array(z.string()).describe('Places that took the notice'),
    failed: z.array(z.object({ place: z.string(), why: z.string() })),
  }),
  async run({ person, audience: stated, ...notice }, context) {
    requireOneLine(notice.title, 'title');
    const places = placesOf(person, context.settings.variables);
    const routes = await Promise.all(
      places.map((it) => (isChannelPlace(it) ? channelRoute(it, notice, context) : mailRoute(it, context))),
    );
    const audience = strictest(routes.map((it) => it.audience));
    requireAudience(stated, audience, routes.find((it) => it.audience === audience)?.why ?? '');
    const pieces = [
      { place: 'title', text: notice.title },
      { place: 'text', text: notice.text },
    ];
    await requireClean(pieces, audience, context);
    return sendAll(routes, notice);
  },
});

/** A person with several places is notified when one of them takes the notice. */
async function sendAll(routes: readonly Route[], notice: Notice) {
  const settled = await Promise.allSettled(routes.map((it) => it.send(notice)));
  const errors = settled.flatMap((it, at) =>
    it.status === 'rejected' ? [{ place: routes[at]?.place ?? '', error: it.reason as Error }] : [],
  );
  const unexpected = errors.find(({ error }) => !(error instanceof Refusal || error instanceof OutcomeUnknown));
  if (unexpected !== undefined) throw unexpected.error;
  const failed = errors.map(({ place, error }) => ({ place, why: error.message }));
  if (failed.length === routes.length) {
    const why = failed.map((it) => `${it.place}: ${it.why}`).join(' ');
    throw errors.every(({ error }) => error instanceof Refusal) ? new Refusal(why) : new OutcomeUnknown(why);
  }
  const notified = routes.map((it) => it.place).filter((it) => !failed.some(({ place }) => place === it));
  const rest = failed.map((it) => `; not to ${it.place}: ${it.why}`).join('');
  return { structured: { notified, failed }, text: `Notified at ${notified.join(', ')}${rest}` };
}
