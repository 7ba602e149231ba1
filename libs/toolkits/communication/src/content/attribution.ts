import { Refusal } from '@assay/kit';

const hasLine = (body: string, line: string): boolean => body.split(/\r?\n/).some((it) => it.trim() === line);

/** Adds the line that says that an agent wrote the text, before what it quotes. */
export function withAttribution(body: string, line: string, quote = ''): string {
  const own = hasLine(body, line) ? body.trimEnd() : `${body.trimEnd()}\n\n-- \n${line}`;
  return quote === '' ? own : `${own}\n\n${quote}`;
}

/** An agent never writes in the name of a person. */
export function requireAttribution(body: string, line: string): void {
  if (!hasLine(body, line))
    throw new Refusal(`The body does not say that an agent wrote it. Add the line "${line}"; draft does.`);
}
