import { jsonText } from '@assay/kernel';

/** A result as the text that is counted, put into a context and kept: text as it is, anything else as JSON. */
export const outputText = (output: unknown): string => (typeof output === 'string' ? output : jsonText(output));

/** Whether a result is text of its own, and not JSON. */
export const isText = (output: unknown): output is string => typeof output === 'string';
