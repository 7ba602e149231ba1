import { z } from 'zod';
import { reasonText } from './kept.js';
import { capabilitySchema } from './names.js';

const label = z.string().trim().min(1).max(80);
const description = z.string().trim().min(1).max(500);
const aliases = z.array(z.string().trim().toLowerCase().min(2).max(60)).max(60);

/** A capability as the taxonomy knows it, and how many tools that this caller sees have it. */
export const capabilityNodeSchema = z.object({
  tag: z.string(),
  parent: z.string().nullable(),
  depth: z.int().describe('0 for a root'),
  label: z.string(),
  description: z.string(),
  aliases: z.array(z.string()).describe('Other words and phrases for it'),
  deprecated: z.boolean().describe('Deprecated: accepted, but no longer suggested'),
  children: z.int(),
  tools: z.int().describe('Number of tools that declare it, at most 10 s old'),
  toolsBelow: z.int().describe('Number of tools that declare it or a descendant, each counted once'),
});
export type CapabilityNode = z.infer<typeof capabilityNodeSchema>;

export const capabilityDetailSchema = capabilityNodeSchema.extend({
  path: z.array(z.string()).describe('Path from the root'),
  below: z.array(capabilityNodeSchema).describe('Its children'),
  alsoKnownAs: z.array(z.string()).describe('Tags merged into it; they keep working'),
});
export type CapabilityDetail = z.infer<typeof capabilityDetailSchema>;

export const proposeCapabilitySchema = z.strictObject({
  tag: capabilitySchema,
  parent: capabilitySchema.nullable().optional().describe('Defaults to the tag without its last part'),
  label,
  description,
  aliases: aliases.optional(),
  reason: reasonText.optional().describe('What it is for; shown to the reviewer'),
});
export type ProposeCapability = z.infer<typeof proposeCapabilitySchema>;

export const changeCapabilitySchema = z
  .strictObject({
    label: label.optional(),
    description: description.optional(),
    aliases: aliases.optional(),
    parent: capabilitySchema.nullable().optional(),
    deprecated: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { message: 'give at least one member to change' });
export type ChangeCapability = z.infer<typeof changeCapabilitySchema>;

export const mergeCapabilitySchema = z.strictObject({
  into: capabilitySchema.describe('The capability it becomes an alias of'),
});
export type MergeCapability = z.infer<typeof mergeCapabilitySchema>;
