import type { NotificationView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { routesAsCommands } from '../output/routes-as-commands.js';
import { plural } from '../output/text.js';
import { UsageError } from '../usage-error.js';

interface ReadingOptions extends PageOptions {
  readonly unread?: boolean;
  readonly read?: true | string;
}

async function notifications(context: Context<ReadingOptions>) {
  const { limit, cursor, unread, read } = context.options;
  if (read === undefined) return list(context, { limit, ...(unread ? { unread: 'true' as const } : {}) }, cursor);
  if (unread || cursor) throw new UsageError('Give --read alone, or with an id.');
  const assay = await context.assay();
  if (read !== true)
    return outcome({
      data: await assay.notifications.read(read, context.request),
      text: ({ text }) => `Read: ${text}`,
    });
  return outcome({
    data: await assay.notifications.readAll(context.request),
    text: (all) => (all.read === 0 ? 'No unread notifications.' : `Read: ${plural(all.read, 'notification')}.`),
  });
}

async function list(
  context: Context<ReadingOptions>,
  query: { readonly limit: number; readonly unread?: 'true' },
  cursor: string | undefined,
) {
  const page = await (await context.assay()).notifications.list(query, context.request).page(cursor);
  return outcome({
    data: page,
    text: ({ items }, { bold, dim }) =>
      items.length === 0
        ? nothing(query.unread !== undefined)
        : items
            .map(
              (it) =>
                `${mark(it, bold)}  ${dim(`${it.createdAt}  ${it.id}`)}\n  ${routesAsCommands(it.text).replaceAll('\n', '\n  ')}`,
            )
            .join('\n'),
    notes: ({ nextCursor }) => (nextCursor ? [`There is more: add --cursor ${nextCursor}`] : []),
  });
}

const mark = ({ readAt, kind, subject }: NotificationView, bold: (text: string) => string): string =>
  readAt === null ? bold(`* ${kind}  ${subject}`) : `  ${kind}  ${subject}`;

const nothing = (unreadOnly: boolean): string =>
  unreadOnly
    ? 'No unread notifications.'
    : 'No notifications yet. You are notified about tools you own, pinned (`assay pins set`) or called in the last 30 days.';

export function addNotificationCommand(program: Command, host: Host): void {
  add(program, 'notifications', 'What you were told of the tools you own, pinned or call', [
    'notifications --unread',
    'notifications --read',
    'notifications --read 0198f2a0-…',
  ])
    .option('--unread', 'unread only')
    .option('--read [id]', 'mark one as read, or all of them')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(notifications));
}
