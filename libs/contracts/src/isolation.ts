import { z } from 'zod';

/** Networks a started command may have, the narrowest first. */
export const isolationNetworks = ['none', 'egress', 'open'] as const;
export type IsolationNetwork = (typeof isolationNetworks)[number];

/** An absolute path without `.` or `..` steps, so that it names one place and can be compared as text. */
const folderPathSchema = z
  .string()
  .max(4_096)
  .regex(/^\/[^\0]*$/, 'must be an absolute path')
  .refine((path) => !path.split('/').some((step) => step === '.' || step === '..'), 'must not contain "." or ".."');

/** `host`, `host:port`, `*.domain`, an address or a network; an IPv6 address with a port stands in brackets. */
const hostSchema = z
  .string()
  .max(260)
  .regex(
    /^(?:(?:\[[0-9A-Fa-f:.]{2,45}\]|(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(?::[0-9]{1,5})?|[0-9A-Fa-f:.]{2,45}\/[0-9]{1,3}|[0-9A-Fa-f:]{2,45})$/,
    'must be a host, host:port, *.domain or network, such as 127.0.0.1:5432 or 10.1.0.0/16',
  );

export const isolationFolderSchema = z.strictObject({
  path: folderPathSchema,
  mode: z.enum(['ro', 'rw']),
});
export type IsolationFolder = z.infer<typeof isolationFolderSchema>;

export const isolationNetworkSchema = z
  .enum(isolationNetworks)
  .describe('none, egress (public addresses, or only `hosts`) or open (the network of the machine)');
export const isolationHostsSchema = z
  .array(hostSchema)
  .max(64)
  .describe('For egress: private hosts that may be reached as well; without a private one, the only hosts');

/** What a command started by Assay may reach and use. */
export const isolationProfileSchema = z.strictObject({
  network: isolationNetworkSchema,
  hosts: isolationHostsSchema.optional(),
  folders: z.array(isolationFolderSchema).max(64).describe('Folders and files of the machine it may access'),
  memoryMb: z.int().min(16).max(1_048_576),
  processes: z.int().min(1).max(10_000),
  cpus: z.number().min(0.05).max(256),
  installScripts: z.boolean().optional().describe('Whether its package may run install scripts; false when absent'),
  requiresIsolation: z
    .boolean()
    .optional()
    .describe('Of shipped kits that run code of repositories: never started on a machine without isolation'),
});
export type IsolationProfile = z.infer<typeof isolationProfileSchema>;

/** What a request may state; the rest is proposed from the command. `off`: administrators of the installation only. */
export const isolationSettingsSchema = z.union([
  z.literal('off'),
  isolationProfileSchema.omit({ requiresIsolation: true }).partial(),
]);
export type IsolationSettings = 'off' | Partial<IsolationProfile>;

/** A setting that a started command lacked: what was refused, and what to change. */
export const isolationRefusalSchema = z.object({
  at: z.iso.datetime(),
  setting: z.string().describe('The setting of the profile to change'),
  message: z.string(),
});
export type IsolationRefusalView = z.infer<typeof isolationRefusalSchema>;

/** Whether a filter denies commands the system calls that no server needs. */
export const systemCallsSchema = z.enum(['filtered', 'unfiltered']);

/** How this machine isolates commands, and which records it does not start. */
export const isolationStatusSchema = z.object({
  isolation: z.string().describe('Isolation mechanism, such as bubblewrap; none when the machine has none'),
  limits: z.string().describe('How memory, processes and CPU are limited, such as cgroups or watchdog'),
  systemCalls: systemCallsSchema.optional().describe('Whether the kernel filters the system calls of commands'),
  detail: z.string().nullable().describe('Why isolation is unavailable, or which part is missing'),
  servers: z.array(
    z.object({
      name: z.string(),
      organisation: z.string(),
      isolation: z.string().describe('The profile in one line; off or none without isolation'),
      problem: z.string().nullable().describe('Why this command is not started'),
    }),
  ),
});
export type IsolationStatusView = z.infer<typeof isolationStatusSchema>;
