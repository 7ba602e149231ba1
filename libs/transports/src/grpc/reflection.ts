import type { DescribedServer } from '@assay/importing';
import { err, type Failure, ok, type Result } from '@assay/kernel';
import { readMessage, WireError } from '@assay/registry';
import { create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type Client, type ClientDuplexStream, type Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { aborted, badAnswer } from '../mcp/failures.js';
import { messageTypes } from './message-types.js';
import { statusFailure } from './status-failure.js';

export interface ReflectionRequest {
  readonly label: string;
  readonly metadata: Metadata;
  readonly signal: AbortSignal;
  readonly remainingMs: number;
  /** The one service that is wanted; every one when absent. */
  readonly service?: string;
}

/** What one server may say of itself. */
const caps = { services: 500, files: 2_000, bytes: 16 * 1_048_576 } as const;

/** Both revisions of the service, whose messages are the same. */
const paths = ['v1', 'v1alpha'].map((it) => `/grpc.reflection.${it}.ServerReflection/ServerReflectionInfo`);

/** `grpc.reflection.v1`, as far as it is used here. */
const types = messageTypes('grpc.reflection.v1', {
  ServerReflectionRequest: {
    fileByFilename: [3, 'string'],
    fileContainingSymbol: [4, 'string'],
    listServices: [7, 'string'],
  },
  ServerReflectionResponse: {
    fileDescriptorResponse: [4, 'FileDescriptorResponse'],
    listServicesResponse: [6, 'ListServiceResponse'],
    errorResponse: [7, 'ErrorResponse'],
  },
  FileDescriptorResponse: { fileDescriptorProto: [1, 'repeated bytes'] },
  ListServiceResponse: { service: [1, 'repeated ServiceResponse'] },
  ServiceResponse: { name: [1, 'string'] },
  ErrorResponse: { errorCode: [1, 'int32'], errorMessage: [2, 'string'] },
});

interface Question {
  readonly fileByFilename?: string;
  readonly fileContainingSymbol?: string;
  readonly listServices?: string;
}
interface Answer {
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Uint8Array[] };
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] };
  readonly errorResponse?: { readonly errorMessage: string };
}
const questionSchema = types.of<Question>('ServerReflectionRequest');
const answerSchema = types.of<Answer>('ServerReflectionResponse');

/**
 * What a server describes by reflection (grpc.reflection.v1, else v1alpha): its services, the files that define them and
 * everything those import. Each file is asked for once, and what was not asked for is kept only as far as it is bounded.
 */
export async function reflect(client: Client, request: ReflectionRequest): Promise<Result<DescribedServer, Failure>> {
  for (const path of paths) {
    const talk = new Conversation(client, path, request);
    try {
      return ok(await describe(talk, request));
    } catch (error) {
      const failure = failureOf(request, error);
      if (failure === null) continue;
      return err(failure);
    } finally {
      talk.end();
    }
  }
  return err({
    code: 'upstream_error',
    message: `The gRPC server ${request.label} does not describe itself: turn server reflection on, or give a descriptor set.`,
    outcome: 'none',
  });
}

/** Why a conversation ended; null when the server does not know this revision. */
function failureOf({ label, signal }: ReflectionRequest, error: unknown): Failure | null {
  if (signal.aborted) return aborted(label, signal, 'none');
  if (error instanceof WireError) return badAnswer(label, `its description cannot be read: ${error.message}.`, 'none');
  if (error instanceof ReflectionError) return badAnswer(label, error.message, 'none');
  if (!(error instanceof StatusError)) throw error;
  if (error.found.code === status.UNIMPLEMENTED) return null;
  return { ...statusFailure(label, error.found), outcome: 'none' };
}

class StatusError extends Error {
  constructor(readonly found: StatusObject) {
    super(found.details);
  }
}
class ReflectionError extends Error {}

async function describe(talk: Conversation, { service }: ReflectionRequest): Promise<DescribedServer> {
  const services = service === undefined ? await talk.services() : [service];
  const files = new Map<string, Uint8Array>();
  const asked = new Set<string>();
  const imports: string[] = [];
  let bytes = 0;
  const keep = (found: readonly Uint8Array[]) => {
    for (const file of found) {
      const { name, dependency } = readMessage(FileDescriptorProtoSchema, file);
      if (files.has(name)) continue;
      files.set(name, file);
      bytes += file.length;
      imports.push(...dependency);
    }
    if (files.size > caps.files || bytes > caps.bytes)
      throw new ReflectionError(`it describes itself with more than ${caps.files} files or ${caps.bytes} bytes.`);
  };
  for (const name of services) keep(await talk.files({ fileContainingSymbol: name }));
  for (let name = imports.pop(); name !== undefined; name = imports.pop()) {
    if (files.has(name) || asked.has(name)) continue;
    asked.add(name);
    keep(await talk.files({ fileByFilename: name }));
  }
  return { files: [...files.values()], services };
}

/** Questions and answers, one after the other, on one stream. */
class Conversation {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | undefined;
  #over: StatusError | undefined;
  readonly #onAbort = () => this.#stream.cancel();

  constructor(
    client: Client,
    path: string,
    private readonly request: ReflectionRequest,
  ) {
    const same = (bytes: Buffer) => bytes;
    const deadline = Date.now() + request.remainingMs;
    this.#stream = client.makeBidiStreamRequest(path, same, same, request.metadata, { deadline });
    this.#stream.on('data', (bytes: Buffer) => this.#answer(bytes));
    this.#stream.on('error', () => {});
    this.#stream.on('status', (found: StatusObject) => {
      this.#over = new StatusError(found);
      this.#waiting?.reject(this.#over);
    });
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  end(): void {
    this.request.signal.removeEventListener('abort', this.#onAbort);
    this.#stream.end();
    this.#stream.cancel();
  }

  async services(): Promise<string[]> {
    const answer = await this.#ask({ listServices: '*' });
    const names = (answer.listServicesResponse?.service ?? []).map(({ name }) => name);
    if (names.length > caps.services) throw new ReflectionError(`it offers more than ${caps.services} services.`);
    // Machinery describes itself too, and no call of it is a tool.
    return [...new Set(names)].filter((name) => !name.startsWith('grpc.reflection.'));
  }

  async files(question: Question): Promise<readonly Uint8Array[]> {
    const answer = await this.#ask(question);
    const files = answer.fileDescriptorResponse?.fileDescriptorProto ?? [];
    if (files.length === 0) throw new ReflectionError(`it does not describe ${subjectOf(question)}, which it names.`);
    return files;
  }

  async #ask(question: Question): Promise<Answer> {
    if (this.#over !== undefined) throw this.#over;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#stream.write(Buffer.from(toBinary(questionSchema, create(questionSchema, question))));
    });
    if (answer.errorResponse !== undefined) {
      const said = answer.errorResponse.errorMessage.slice(0, 300);
      throw new ReflectionError(`it refuses to describe ${subjectOf(question)}: ${said}`);
    }
    return answer;
  }

  #answer(bytes: Buffer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    try {
      waiting?.resolve(readMessage(answerSchema, bytes));
    } catch (error) {
      waiting?.reject(error);
    }
  }
}

/** What a question is about, for messages. */
const subjectOf = ({ fileByFilename, fileContainingSymbol }: Question): string =>
  (fileByFilename ?? fileContainingSymbol)?.slice(0, 200) || 'its services';
