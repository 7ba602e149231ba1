/** The upstream's own text in a recorded result. */
export function saidIn(recorded: string): string;
