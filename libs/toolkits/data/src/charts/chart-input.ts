import { z } from 'zod';

export const chartTypes = ['bar', 'line', 'area', 'scatter', 'pie'] as const;

export const chartInput = z.strictObject({
  type: z.enum(chartTypes),
  rows: z.unknown().describe('A list of objects, at most 10,000'),
  x: z.string().min(1).max(200).describe('The field of the horizontal axis, or of the names of slices'),
  y: z.array(z.string().min(1).max(200)).min(1).max(12).describe('Fields with numbers, one series each; of a pie one'),
  title: z.string().max(200).optional(),
  stacked: z.boolean().default(false).describe('Bars and areas of the same x on top of each other'),
  format: z.enum(['svg', 'png']).default('svg'),
  width: z.int().min(200).max(2_000).default(640),
  height: z.int().min(150).max(2_000).default(400),
});
export type ChartInput = Omit<z.output<typeof chartInput>, 'rows'>;
