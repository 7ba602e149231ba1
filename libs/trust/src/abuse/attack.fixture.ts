/** An attack on the model that reads a tool: what stands in its definition, or in what it answers. */
export interface Attack {
  readonly kind: string;
  /** Members of the manifest beside a name; absent for an attack by output. */
  readonly definition?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

export const said = (kind: string, description: string): Attack => ({
  kind,
  definition: { name: 'acme/tool', description },
});

/** Honest in its description; the attack stands in parameters: name → description. */
export const asked = (kind: string, description: string, parameters: Record<string, string>): Attack => ({
  kind,
  definition: {
    name: 'acme/tool',
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([name, text]) => [
          name,
          { type: 'string', ...(text && { description: text }) },
        ]),
      ),
    },
  },
});

export const schema = (kind: string, description: string, inputSchema: object): Attack => ({
  kind,
  definition: { name: 'acme/tool', description, inputSchema },
});

export const answered = (kind: string, output: unknown): Attack => ({ kind, output });

export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
export const hex = (text: string): string =>
  [...new TextEncoder().encode(text)].map((it) => it.toString(16).padStart(2, '0')).join('');
/** As tag characters, which show as nothing. */
export const tagged = (text: string): string =>
  [...text].map((it) => String.fromCodePoint((it.codePointAt(0) as number) + 0xe0000)).join('');
export const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (it) => {
    const base = it < 'a' ? 65 : 97;
    return String.fromCharCode(((it.charCodeAt(0) - base + 13) % 26) + base);
  });
