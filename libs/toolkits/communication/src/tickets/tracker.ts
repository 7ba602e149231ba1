import { z } from 'zod';
import type { CommunicationContext } from '../tools/communication-tool.js';

export const trackers = ['github', 'gitlab', 'jira', 'linear'] as const;
export type TrackerName = (typeof trackers)[number];

/** One project of a tracker. */
export interface Project {
  readonly tracker: TrackerName;
  /** Such as `acme/shop`, `OPS` or `ENG`. */
  readonly name: string;
}

export interface Ticket extends Project {
  /** The number or key by which the tracker knows it: `12`, `OPS-12`. */
  readonly id: string;
}

export interface NewTicket {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export interface Created {
  readonly id: string;
  readonly url: string;
}

/** What each tracker can do. Every method throws a Refusal with the tracker's own reason. */
export interface Tracker {
  create(project: Project, ticket: NewTicket, context: CommunicationContext): Promise<Created>;
  assign(ticket: Ticket, assignee: string, context: CommunicationContext): Promise<void>;
  comment(ticket: Ticket, text: string, context: CommunicationContext): Promise<void>;
  close(ticket: Ticket, context: CommunicationContext): Promise<void>;
}

const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}';
const project = `(?:github:${part}/${part}|gitlab:${part}(?:/${part}){1,5}|jira:[A-Z][A-Z0-9_]{1,20}|linear:[A-Z][A-Z0-9]{0,10})`;

export const projectField = z
  .string()
  .max(700)
  .regex(new RegExp(`^${project}$`))
  .describe('github:owner/repository, gitlab:group/project, jira:KEY or linear:TEAM');

export const ticketField = z
  .string()
  .max(730)
  .regex(new RegExp(`^${project}#(?:\\d{1,10}|[A-Z][A-Z0-9_]{0,20}-\\d{1,10})$`))
  .describe('As returned by ticket_create: github:owner/repository#12, jira:OPS#OPS-12');

export function readProject(text: string): Project {
  const at = text.indexOf(':');
  return { tracker: text.slice(0, at) as TrackerName, name: text.slice(at + 1) };
}

export function readTicket(text: string): Ticket {
  const at = text.lastIndexOf('#');
  return { ...readProject(text.slice(0, at)), id: text.slice(at + 1) };
}

export const nameOf = ({ tracker, name }: Project, id: string): string => `${tracker}:${name}#${id}`;
