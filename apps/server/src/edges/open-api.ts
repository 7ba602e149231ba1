import { version } from '../version.js';
import { openApiDocument } from './openapi.js';

/** The document of every route. */
export const openApi = openApiDocument(version);
