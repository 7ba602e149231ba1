import { z } from 'zod';
import { organisationNameSchema, personNameSchema, principalSchema } from './identity.js';
import { namespaceNameSchema, qualifiedNameSchema } from './names.js';

export const teamNameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 of a-z, 0-9 and "-"');

export const createTeamSchema = z.strictObject({ name: teamNameSchema });
export type CreateTeam = z.infer<typeof createTeamSchema>;

export const addTeamMemberSchema = z.strictObject({
  principal: personNameSchema.describe('Name of a principal of the organisation'),
});

/** Principals who own namespaces together. */
export const teamSchema = z.object({
  name: z.string(),
  organisation: z.string(),
  members: z.array(principalSchema),
  namespaces: z.array(z.string()).describe('What it owns'),
  createdAt: z.iso.datetime(),
});
export type TeamView = z.infer<typeof teamSchema>;

export const offerTransferSchema = z.strictObject({
  organisation: organisationNameSchema.describe('New owner organisation'),
  owner: personNameSchema.optional().describe('Principal who will own it; the accepting principal when absent'),
});
export type OfferTransfer = z.infer<typeof offerTransferSchema>;

export const renameNamespaceSchema = z.strictObject({ to: namespaceNameSchema });
export const renameToolSchema = z.strictObject({
  to: qualifiedNameSchema.describe('Its new name, in the same namespace or another of yours'),
});
