import { z } from 'zod';

/** Input fields more than one tool takes. */
export const pathField = z
  .string()
  .min(1)
  .max(4_096)
  .describe(
    'Relative to the root, with "/" between segments, or absolute inside a root. With several roots the first segment is the name of one.',
  );

export const globField = z
  .string()
  .min(1)
  .max(500)
  .describe(
    'Name pattern: * and ? within a segment, ** for any folders, [a-z], {ts,js}. Without a slash it is held against the name, with one against the path below the starting folder. Case matters.',
  );

export const kinds = ['file', 'folder', 'link', 'other'] as const;

/** Written by this server, so the format is said and not checked again by a pattern. */
export const instantField = z.string().meta({ format: 'date-time' });
