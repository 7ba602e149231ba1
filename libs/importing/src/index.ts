/** Tool sources (MCP, OpenAPI, gRPC), pinned definitions, the official registry’s entries and mirrors. */
export { adoptCommands } from './commands/adopt-commands.js';
export { commandMoves } from './commands/command-moves.js';
export type { CommandPackages } from './commands/command-packages.js';
export { fetchAllPackages } from './commands/fetch-all-packages.js';
export { isolationText } from './commands/isolation-profile.js';
export type { Machine, PathOnMachine } from './commands/machine.js';
export { commandProblem, mayStartCommand } from './commands/may-start-command.js';
export { reportCommands } from './commands/report-commands.js';
export type { DescribedServer } from './grpc/described-server.js';
export { listMethods } from './grpc/list-methods.js';
export { ImportServer } from './import-server.js';
export { ManageKitSettings, settingsOf } from './kits/manage-kit-settings.js';
export { ManageServers, type ServerPorts } from './manage-servers.js';
export { FollowMirrors } from './mirrors/follow-mirrors.js';
export { ManageMirrors } from './mirrors/manage-mirrors.js';
export type {
  Mirror,
  MirrorProgress,
  MirrorStore,
  MirrorWalk,
  RegistryPage,
  RegistrySource,
} from './mirrors/mirror.js';
export { ChangeServerStatus } from './official/change-server-status.js';
export type { HostRule } from './official/check-hosts.js';
export { checkServer, errorsOf } from './official/check-server.js';
export { describeServer, type ServerTool } from './official/describe-server.js';
export { FollowRevocations } from './official/follow-revocations.js';
export { type PublicationBy, revocationOf } from './official/official-ports.js';
export { PublishServer } from './official/publish-server.js';
export {
  nameHere,
  type Publisher,
  publisherOfCaller,
  publisherOfToken,
  type RegistryPermission,
} from './official/publisher.js';
export { ReadServers } from './official/read-servers.js';
export type { RegistryServer, ServerVersion } from './official/registry-server.js';
export type {
  RegistryServerStore,
  ServerChange,
  ServerChanged,
  ServerQuery,
  ServerSituation,
  ServerUpdate,
} from './official/registry-server-store.js';
export {
  LogIntoRegistry,
  type RegistryClaims,
  type RegistryTokens,
  registryTokenSeconds,
} from './official/registry-tokens.js';
export { remoteUrlsOf } from './official/remote-urls.js';
export type { OpenApiDocument } from './openapi/document.js';
export { listOperations } from './openapi/list-operations.js';
export { mediaTypeOf } from './openapi/media-type.js';
export { CheckDefinitionsSoon } from './pinning/check-definitions-soon.js';
export type { Definition } from './pinning/definition.js';
export { definitionCheckJob } from './pinning/definition-check-round.js';
export type { DefinitionCheckStore, Look } from './pinning/definition-check-store.js';
export { ManageQuarantines, type ShownQuarantine } from './pinning/manage-quarantines.js';
export type { Observed } from './pinning/settle-drift.js';
export { WatchDefinitions, type WatchPorts } from './pinning/watch-definitions.js';
export { proposeManifest } from './propose-manifest.js';
export { ToolSources } from './tool-sources.js';
export type {
  GrpcCall,
  GrpcReflection,
  JsonRpcCall,
  OpenApiReader,
  ToolSource,
  UpstreamListing,
  UpstreamTool,
} from './upstream.js';
export { upstreamDigest } from './upstream-digest.js';
