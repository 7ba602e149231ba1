import { z } from 'zod';
import { qualifiedNameSchema } from './names.js';

export const httpPlaces = ['path', 'query', 'header', 'cookie', 'body'] as const;

/**
 * How a value that is no plain text is written. The first seven are OpenAPI's styles; `json` is one JSON text, `file` a
 * part of a multipart body whose bytes are given in base64.
 */
export const httpStyles = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'json',
  'file',
] as const;

/** What differs from the defaults in writing one property. */
export const httpEncodingSchema = z.strictObject({
  name: z.string().min(1).max(256).optional().describe("Name on the wire, when it differs from the property's name"),
  style: z.enum(httpStyles).optional(),
  explode: z.boolean().optional(),
});
export type HttpEncoding = z.infer<typeof httpEncodingSchema>;

/**
 * One operation of an HTTP API. A URL alone is the input POSTed as JSON.
 *
 * A property of the input goes where `parameters` places it. One that is not placed goes into the path if the URL has a
 * `{placeholder}` of its name; else it is a query parameter of GET, HEAD and DELETE, and a member of the body otherwise.
 */
export const httpEndpointSchema = z.strictObject({
  server: qualifiedNameSchema
    .optional()
    .describe('The registered server whose base address and credentials the call uses'),
  url: z
    .string()
    .min(1)
    .max(2_048)
    .regex(
      /^(?:https?:\/\/[^\s/?#{}@\\]+(?:[/?{}@\\][^\s#]*)?|\/[^\s#]*)$/i,
      'must be an http(s) address, or with a server a path that begins with "/"',
    ),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).optional().describe('POST when absent'),
  parameters: z.record(z.string(), z.enum(httpPlaces)).optional(),
  encodings: z.record(z.string(), httpEncodingSchema).optional(),
  body: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('The property whose value is the whole body; by default the body is an object of its properties'),
  bodyType: z.string().max(200).optional().describe('application/json when absent'),
});
export type HttpEndpoint = z.infer<typeof httpEndpointSchema>;
