import { z } from 'zod';
import { keptText } from './kept.js';

/** Asks for a key for a command line, which a signed-in person allows in a browser on any machine. */
export const requestCommandLineSchema = z.strictObject({
  machine: keptText(100).trim().min(1).describe('Name of the machine, as the person knows it; shown on the page'),
});
export type RequestCommandLine = z.infer<typeof requestCommandLineSchema>;

export const commandLineRequestSchema = z.object({
  deviceCode: z.string().describe('Secret of the command line: exchanged for the key once the person has allowed it'),
  userCode: z.string().describe('Shown at the terminal and on the page, for the person to compare'),
  url: z.url().describe('The page to open in a browser'),
  expiresAt: z.iso.datetime(),
  intervalMs: z.int().describe('Poll interval, in ms'),
});
export type CommandLineRequest = z.infer<typeof commandLineRequestSchema>;

export const collectKeySchema = z.strictObject({ deviceCode: z.string().min(1).max(200) });
export type CollectKey = z.infer<typeof collectKeySchema>;

/** The outcome of a request for a key, so far. */
export const commandLineAnswerSchema = z.object({
  state: z.enum(['waiting', 'denied', 'allowed']),
  key: z.string().optional().describe('With `allowed`: an API key of the person; shown only once'),
  keyId: z.uuid().optional().describe('With `allowed`: what the key is revoked by'),
  expiresAt: z.iso.datetime().optional().describe('With `allowed`: when the key expires'),
});
export type CommandLineAnswer = z.infer<typeof commandLineAnswerSchema>;

export const commandLineViewSchema = z.object({
  code: z.string(),
  machine: z.string().describe('As the command line calls it; nobody has verified it'),
  address: z.string().describe('Network address of the command line'),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  scopes: z.array(z.string()).describe('Scopes that the key would have: those of your roles'),
  keyDays: z.int().describe('Days that the key would be valid for'),
});
export type CommandLineView = z.infer<typeof commandLineViewSchema>;

export const decideCommandLineSchema = z.strictObject({ decision: z.enum(['allow', 'deny']) });
export type DecideCommandLine = z.infer<typeof decideCommandLineSchema>;
