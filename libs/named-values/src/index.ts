/** Values that are named where they stand: in a text (`password: …`), or by the member of a JSON value that holds them. */

export { classOfField, fitsField } from './field-class.js';
export { type NamedValue, namedValues } from './named-values.js';
