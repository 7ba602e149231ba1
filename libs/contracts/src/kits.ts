import { z } from 'zod';
import { isolationFolderSchema, isolationNetworks } from './isolation.js';

export const kitStatuses = ['enabled', 'partly_enabled', 'disabled', 'being_published', 'unavailable'] as const;

/** One tool of a kit, with its effects. */
export const kitToolSchema = z.object({
  tool: z.string().describe('namespace/tool'),
  title: z.string().nullable(),
  acts: z
    .boolean()
    .describe(
      'It changes something, runs code or reaches a network, a database or a repository host: it is enabled first',
    ),
  enabled: z.boolean().describe('Tools that only read on this machine always are'),
  destructive: z.boolean(),
  undo: z.string().nullable().describe('The tool that undoes a call'),
  held: z
    .string()
    .nullable()
    .describe('Why nobody can call its newest version: a finding in its description; and how to decide'),
});

/** Tools that ship with Assay as one MCP server. */
export const kitSchema = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  version: z.string(),
  status: z
    .enum(kitStatuses)
    .describe(
      'partly_enabled: a newer version brought tools that nobody has enabled. being_published: soon after the first start; ask again',
    ),
  missing: z.string().nullable().describe('Why it is unavailable, and the way to get it'),
  tools: z.array(kitToolSchema),
  reaches: z
    .object({
      isolated: z.boolean().describe('False when an administrator switched its isolation off'),
      network: z.enum(isolationNetworks),
      hosts: z.array(z.string()),
      folders: z.array(isolationFolderSchema),
    })
    .describe('What its process may reach'),
  settings: z
    .object({
      takes: z.string().nullable().describe('What may be set; null for a kit without settings'),
      names: z.array(z.string()).describe('What is set. Values are stored encrypted and never shown'),
    })
    .describe('Addresses and credentials that an administrator gave the kit'),
});
/** A setting of a kit: an address with its credential, for example. */
export const kitSettingSchema = z.strictObject({
  value: z.string().min(1).max(4_000).describe('Stored encrypted, and passed to the kit as a variable'),
});

export type KitSetting = z.infer<typeof kitSettingSchema>;

export type KitView = z.infer<typeof kitSchema>;
