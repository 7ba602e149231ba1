/** A JSON object of the document, such as a schema or a parameter. */
export type Json = Record<string, unknown>;
