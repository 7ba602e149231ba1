/** What of a definition a model needs to call a tool. */
interface Defined {
  readonly inputSchema?: object | undefined;
  readonly outputSchema?: object | undefined;
}

/** Schemas as compact JSON, for clients that read nothing but text. */
export const definitionLines = ({ inputSchema, outputSchema }: Defined): string[] => [
  ...(inputSchema === undefined ? [] : [`   input: ${JSON.stringify(inputSchema)}`]),
  ...(outputSchema === undefined ? [] : [`   output: ${JSON.stringify(outputSchema)}`]),
];

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
