import { Refusal } from '@assay/kit';
import { z } from 'zod';

export const chats = ['slack', 'teams', 'discord'] as const;
export type Chat = (typeof chats)[number];

export const channelField = z
  .string()
  .regex(/^(?:slack|teams|discord):[^\s,]{1,100}$/)
  .describe('slack:#general or slack:C024BE91L; teams:<name> and discord:<name> of a webhook');

export interface Channel {
  readonly chat: Chat;
  readonly name: string;
}

export function readChannel(text: string): Channel {
  const at = text.indexOf(':');
  return { chat: text.slice(0, at) as Chat, name: text.slice(at + 1) };
}

export function slackChannel(text: string): string {
  const { chat, name } = readChannel(text);
  if (chat !== 'slack')
    throw new Refusal(`Only channels of slack can be read; ${chat} is reached by a webhook, which only sends.`);
  return name;
}
