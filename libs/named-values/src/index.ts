/** Values with a name beside them: in a text (`password: …`), or by the member of a JSON value that holds them. */

export { classOfField, fitsField } from './field-class.js';
export { type NamedValue, namedValues } from './named-values.js';
