import { fileURLToPath } from 'node:url';
import type { Kit, KitLimit, KitPlaces, KitTool } from '@assay/kit';
import { hostsOf, missingAccount, settingNames, wrongSetting } from './settings/reach.js';
import { callerVariables } from './settings/services.js';
import { communicationServer } from './version.js';

const reading = (capability: string): KitTool => ({ capabilities: [capability], acts: true });
const daily: KitLimit = { limit: 'organisation.messages.daily' };
/** What was sent cannot be taken back. */
const sending = (capability: string, ...limits: readonly KitLimit[]): KitTool => ({
  capabilities: [capability],
  acts: true,
  compensation: { class: 'irreversible' },
  limits: [...limits, daily],
});

/** Mail, chat, tickets, pipelines and alerts of the accounts that the operator configures. */
export const communicationKit: Kit = Object.freeze({
  name: 'communication',
  title: communicationServer.title,
  summary:
    'Read and send mail; chats, tickets, pipelines and alerts. Content and recipients are checked, and what leaves the organisation waits for approval.',
  version: communicationServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  arguments: () => [],
  variables: callerVariables,
  profile: ({ settings }: KitPlaces) => ({ network: 'none' as const, hosts: hostsOf(settings), folders: [] }),
  settings: { takes: settingNames.join(', '), check: wrongSetting },
  missing: async ({ settings }: KitPlaces) => missingAccount(settings),
  tools: Object.freeze({
    accounts: {
      capabilities: ['communication'],
      acts: false,
      examples: [{ name: 'what is configured', input: {}, output: {}, match: 'subset' as const }],
    },
    folders: reading('communication.email'),
    inbox: reading('communication.email'),
    search: reading('communication.email'),
    read: reading('communication.email'),
    thread: reading('communication.email'),
    attachment: reading('communication.email'),
    draft: reading('communication.email'),
    send: sending('communication.email.send', { limit: 'recipient.messages', by: ['/to', '/cc', '/bcc'] }),
    post: sending('communication.chat', { limit: 'channel.messages', by: ['/channel'] }),
    react: sending('communication.chat'),
    channel_messages: reading('communication.chat'),
    search_chat: reading('communication.chat'),
    ticket_create: {
      ...sending('code.issue', { limit: 'channel.messages', by: ['/project'] }),
      compensation: {
        class: 'semantic' as const,
        tool: 'assay/communication.ticket_close@^1',
        input: '{"ticket": output.ticket, "audience": input.audience}',
      },
    },
    ticket_assign: sending('code.issue'),
    ticket_comment: sending('code.issue', { limit: 'channel.messages', by: ['/ticket'] }),
    ticket_close: sending('code.issue'),
    pipeline_run: sending('code'),
    notify: sending('communication.notify', { limit: 'recipient.messages', by: ['/person'] }),
    alert: sending('communication.notify', { limit: 'channel.messages', by: ['/service'] }),
  }),
});
