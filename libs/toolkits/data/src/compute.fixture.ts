import type { z } from 'zod';
import type { DataTool } from './data-tool.js';
import { dataTools } from './tools.js';

/** Runs a tool as the server does: the input is checked first, and so is the output. */
export async function compute(name: (typeof dataTools)[number]['name'], input: Record<string, unknown>) {
  const tool = dataTools.find((it) => it.name === name) as unknown as DataTool<z.ZodObject, z.ZodObject>;
  const answer = await tool.compute(tool.input.parse(input));
  return { ...tool.output.parse(answer.structured), said: answer.text } as Record<string, unknown>;
}
