import { z } from "zod";
import { auditRecordSchema, auditVerdictSchema } from "./audit.js";
import { discoverSchema, discoveryAnswerSchema } from "./discovery.js";
import {
	addMemberSchema,
	changeNamespaceSchema,
	createdKeySchema,
	createEndorsementSchema,
	createGrantSchema,
	createKeySchema,
	createNamespaceSchema,
	createOrganisationSchema,
	endorsementSchema,
	grantSchema,
	keySchema,
	meSchema,
	namespaceSchema,
	organisationSchema,
	type Scope,
} from "./identity.js";
import { envelopeSchema, invokeSchema } from "./invocation.js";
import { checkAnswerSchema, entrySchema, manifestSchema } from "./manifest.js";
import {
	changeServerSchema,
	confirmedImportSchema,
	confirmImportSchema,
	createImportSchema,
	createServerSchema,
	importSchema,
	serverSchema,
} from "./servers.js";

/** One REST route: the single source of the controllers' checks, the OpenAPI document and the SDK's types. */
export interface Route {
	readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
	/** With `{parameters}`, below the address of the server. */
	readonly path: string;
	readonly tag: string;
	readonly summary: string;
	/** Scope the caller's key must hold; `anonymous` routes show public things to everybody. */
	readonly scope: Scope | "anonymous" | "authenticated";
	readonly query?: z.ZodObject;
	readonly body?: z.ZodType;
	/** Successful answers by HTTP status; null has no body. */
	readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

const cursor = {
	cursor: z.string().max(500).optional(),
	limit: z.coerce.number().int().min(1).max(200).optional(),
};
const page = z.strictObject(cursor);
const listOf = (item: z.ZodType) =>
	z.object({ items: z.array(item), nextCursor: z.string().nullable() });
const entryWithWarnings = entrySchema.safeExtend({
	warnings: z.array(z.string()),
});

const define = <const R extends Record<string, Route>>(table: R): R =>
	Object.freeze(table);

export const routes = define({
	publishTool: {
		method: "POST",
		path: "/v1/tools",
		tag: "catalogue",
		summary: "Publish a version of a tool",
		scope: "registry:publish",
		body: manifestSchema,
		answers: { 201: entrySchema, 200: entrySchema },
	},
	checkTool: {
		method: "POST",
		path: "/v1/tools/check",
		tag: "catalogue",
		summary: "Say what publishing this manifest would do",
		scope: "registry:read",
		body: manifestSchema,
		answers: { 200: checkAnswerSchema },
	},
	listTools: {
		method: "GET",
		path: "/v1/tools",
		tag: "catalogue",
		summary: "List tools, one entry each (the newest version)",
		scope: "anonymous",
		query: z.strictObject({
			...cursor,
			namespace: z.string().max(63).optional(),
			capability: z.string().max(100).optional(),
		}),
		answers: { 200: listOf(entrySchema) },
	},
	showTool: {
		method: "GET",
		path: "/v1/tools/{ns}/{tool}",
		tag: "catalogue",
		summary: "Show a tool (its newest version)",
		scope: "anonymous",
		answers: { 200: entrySchema },
	},
	listVersions: {
		method: "GET",
		path: "/v1/tools/{ns}/{tool}/versions",
		tag: "catalogue",
		summary: "List the versions of a tool, newest first",
		scope: "anonymous",
		query: page,
		answers: { 200: listOf(entrySchema) },
	},
	showVersion: {
		method: "GET",
		path: "/v1/tools/{ns}/{tool}/versions/{version}",
		tag: "catalogue",
		summary: "Show one version",
		scope: "anonymous",
		answers: { 200: entrySchema },
	},
	resolveTool: {
		method: "GET",
		path: "/v1/tools/{ns}/{tool}/resolve",
		tag: "catalogue",
		summary: "Resolve a range to the newest version this caller may call",
		scope: "anonymous",
		query: z.strictObject({ range: z.string().min(1).max(200).optional() }),
		answers: { 200: entryWithWarnings },
	},
	discover: {
		method: "POST",
		path: "/v1/discover",
		tag: "discovery",
		summary: "Find tools by what they do",
		scope: "anonymous",
		body: discoverSchema,
		answers: { 200: discoveryAnswerSchema },
	},
	invoke: {
		method: "POST",
		path: "/v1/invocations",
		tag: "gateway",
		summary: "Call a tool",
		scope: "tools:call",
		query: z.strictObject({ dryRun: z.enum(["true", "false"]).optional() }),
		body: invokeSchema,
		answers: { 200: envelopeSchema, 202: envelopeSchema },
	},
	showInvocation: {
		method: "GET",
		path: "/v1/invocations/{id}",
		tag: "gateway",
		summary: "Show a call of your own",
		scope: "tools:call",
		answers: { 200: envelopeSchema, 202: envelopeSchema },
	},
	cancelInvocation: {
		method: "DELETE",
		path: "/v1/invocations/{id}",
		tag: "gateway",
		summary: "Cancel a running call",
		scope: "tools:call",
		answers: { 202: envelopeSchema },
	},
	listServers: {
		method: "GET",
		path: "/v1/servers",
		tag: "servers",
		summary: "List the upstream servers of your namespaces",
		scope: "registry:publish",
		query: page,
		answers: { 200: listOf(serverSchema) },
	},
	createServer: {
		method: "POST",
		path: "/v1/servers",
		tag: "servers",
		summary: "Register an upstream server",
		scope: "registry:publish",
		body: createServerSchema,
		answers: { 201: serverSchema },
	},
	showServer: {
		method: "GET",
		path: "/v1/servers/{ns}/{server}",
		tag: "servers",
		summary: "Show an upstream server",
		scope: "registry:publish",
		answers: { 200: serverSchema },
	},
	changeServer: {
		method: "PATCH",
		path: "/v1/servers/{ns}/{server}",
		tag: "servers",
		summary: "Change the address, command or credentials",
		scope: "registry:publish",
		body: changeServerSchema,
		answers: { 200: serverSchema },
	},
	deleteServer: {
		method: "DELETE",
		path: "/v1/servers/{ns}/{server}",
		tag: "servers",
		summary: "Remove a server no tool lives on",
		scope: "registry:publish",
		answers: { 204: null },
	},
	createImport: {
		method: "POST",
		path: "/v1/imports",
		tag: "servers",
		summary: "Read the tools of an MCP server and propose manifests",
		scope: "registry:publish",
		body: createImportSchema,
		answers: { 201: importSchema },
	},
	showImport: {
		method: "GET",
		path: "/v1/imports/{id}",
		tag: "servers",
		summary: "Show an import",
		scope: "registry:publish",
		answers: { 200: importSchema },
	},
	confirmImport: {
		method: "POST",
		path: "/v1/imports/{id}/confirm",
		tag: "servers",
		summary: "Publish proposals of an import",
		scope: "registry:publish",
		body: confirmImportSchema,
		answers: { 200: confirmedImportSchema },
	},
	me: {
		method: "GET",
		path: "/v1/me",
		tag: "identity",
		summary: "Say who is calling",
		scope: "anonymous",
		answers: { 200: meSchema },
	},
	createOrganisation: {
		method: "POST",
		path: "/v1/organisations",
		tag: "identity",
		summary: "Create an organisation",
		scope: "admin",
		body: createOrganisationSchema,
		answers: { 201: organisationSchema },
	},
	listKeys: {
		method: "GET",
		path: "/v1/keys",
		tag: "identity",
		summary: "List keys: your own, or all for an administrator",
		scope: "authenticated",
		query: page,
		answers: { 200: listOf(keySchema) },
	},
	createKey: {
		method: "POST",
		path: "/v1/keys",
		tag: "identity",
		summary: "Create an API key",
		scope: "admin",
		body: createKeySchema,
		answers: { 201: createdKeySchema },
	},
	revokeKey: {
		method: "DELETE",
		path: "/v1/keys/{id}",
		tag: "identity",
		summary: "Revoke an API key at once",
		scope: "authenticated",
		answers: { 204: null },
	},
	listNamespaces: {
		method: "GET",
		path: "/v1/namespaces",
		tag: "identity",
		summary: "List the namespaces you may see",
		scope: "anonymous",
		query: page,
		answers: { 200: listOf(namespaceSchema) },
	},
	createNamespace: {
		method: "POST",
		path: "/v1/namespaces",
		tag: "identity",
		summary: "Claim a namespace",
		scope: "registry:publish",
		body: createNamespaceSchema,
		answers: { 201: namespaceSchema },
	},
	showNamespace: {
		method: "GET",
		path: "/v1/namespaces/{ns}",
		tag: "identity",
		summary: "Show a namespace",
		scope: "anonymous",
		answers: { 200: namespaceSchema },
	},
	changeNamespace: {
		method: "PATCH",
		path: "/v1/namespaces/{ns}",
		tag: "identity",
		summary: "Change the visibility of a namespace",
		scope: "registry:publish",
		body: changeNamespaceSchema,
		answers: { 200: namespaceSchema },
	},
	addMember: {
		method: "POST",
		path: "/v1/namespaces/{ns}/members",
		tag: "identity",
		summary: "Make a principal an owner of the namespace",
		scope: "registry:publish",
		body: addMemberSchema,
		answers: { 200: namespaceSchema },
	},
	removeMember: {
		method: "DELETE",
		path: "/v1/namespaces/{ns}/members/{principal}",
		tag: "identity",
		summary: "Remove an owner",
		scope: "registry:publish",
		answers: { 200: namespaceSchema },
	},
	listGrants: {
		method: "GET",
		path: "/v1/grants",
		tag: "identity",
		summary: "List grants your organisation gave",
		scope: "registry:publish",
		query: page,
		answers: { 200: listOf(grantSchema) },
	},
	createGrant: {
		method: "POST",
		path: "/v1/grants",
		tag: "identity",
		summary: "Let a principal or organisation call a tool or capability",
		scope: "registry:publish",
		body: createGrantSchema,
		answers: { 201: grantSchema },
	},
	deleteGrant: {
		method: "DELETE",
		path: "/v1/grants/{id}",
		tag: "identity",
		summary: "Withdraw a grant",
		scope: "registry:publish",
		answers: { 204: null },
	},
	listEndorsements: {
		method: "GET",
		path: "/v1/endorsements",
		tag: "identity",
		summary: "List your organisation's endorsements",
		scope: "authenticated",
		query: page,
		answers: { 200: listOf(endorsementSchema) },
	},
	createEndorsement: {
		method: "POST",
		path: "/v1/endorsements",
		tag: "identity",
		summary: "Endorse a tool for an organisation",
		scope: "admin",
		body: createEndorsementSchema,
		answers: { 201: endorsementSchema },
	},
	deleteEndorsement: {
		method: "DELETE",
		path: "/v1/endorsements/{id}",
		tag: "identity",
		summary: "Withdraw an endorsement",
		scope: "admin",
		answers: { 204: null },
	},
	listAudit: {
		method: "GET",
		path: "/v1/audit",
		tag: "audit",
		summary: "Read your organisation's audit records, newest first",
		scope: "admin",
		query: z.strictObject({
			...cursor,
			action: z.string().max(100).optional(),
			subject: z.string().max(400).optional(),
		}),
		answers: { 200: listOf(auditRecordSchema) },
	},
	verifyAudit: {
		method: "GET",
		path: "/v1/audit/verify",
		tag: "audit",
		summary: "Check every hash chain of the audit log",
		scope: "admin",
		answers: { 200: auditVerdictSchema },
	},
});

export type RouteName = keyof typeof routes;
