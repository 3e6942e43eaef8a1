/**
 * The API client: calls of the contract by name, downloads, uploads, and the HTTP client for `ra-data-simple-rest`.
 * Requests carry the user's token, and every failure is an HttpError with a message for the user.
 */
import { HttpError } from 'ra-core'
import type { ErrorBody } from '../../contract/envelope'
import { isObject } from '../../domain/own'
import { connection, isAnswering } from '../connection'
import { noteServerTime } from '../serverClock'
import {
  addressOf,
  type Body,
  type CallName,
  effectOf,
  isUserInitiated,
  mayAnswer401,
  type Params,
  type Payload,
  type Query,
  type ResponseBody,
} from './calls'
import {
  createDelivery,
  type DeliveryOptions,
  type DeliveryRequest,
  type Transmission,
  Unauthorised,
} from './delivery'
import { type Download, readDownload } from './downloads'
import { createReader } from './reader'
import { columnsQuery, sendFile, type UploadOptions } from './upload'

interface ClientOptions extends DeliveryOptions {
  /** Prefix of every path; empty for the same origin. */
  base?: string
  token: () => string | undefined
  /** Part of the fingerprint of a write, so that a user never repeats another user's request. */
  user: () => string | undefined
  locale: () => string
  /** Called when the server has refused the token (§4). */
  onUnauthorised: () => void
}

export interface CallInput<N extends CallName> {
  params?: Params<N>
  query?: Query<N>
  body?: Body<N>
  signal?: AbortSignal
  /**
   * Identifies the request; by default its body does. After a try without a response, a request with the same identity
   * is a repeat, and sends the body of the first try.
   */
  identity?: readonly unknown[]
}

type HeaderFields = Record<string, string>

interface UploadInput<N extends CallName> extends UploadOptions {
  params?: Params<N>
  query?: Query<N>
  headers?: HeaderFields
}

/** The body of an error response, with any further fields. */
export type FailureBody = Partial<ErrorBody> & { [key: string]: unknown }

interface ApiRequest<T> extends Omit<DeliveryRequest, 'fingerprint' | 'isAwaited'> {
  method: string
  url: string
  headers?: HeaderFields
  /** Identifies the request, together with method and URL. Default: its body. */
  identity?: readonly unknown[] | undefined
  /** Whether a page waits for the response; true by default. */
  isAwaited?: boolean
  /** Whether the session goes on after a 401. */
  keepsSessionOn401?: boolean
  /** Reads the body of a successful response. */
  read: (response: Response, onActivity: () => void) => Promise<T>
}

export function createClient(options: ClientOptions) {
  const { base = '', translate } = options
  const deliver = createDelivery(options)
  const { failureOf, bodyOf, assertSuccess } = createReader(translate)
  connection.setProbe(() => isAnswering(base + addressOf('batches.models').url))

  const sender = () => ({ token: options.token(), user: options.user() })

  /**
   * Sends a request and reads the response. After a 401 it is sent once more if the token was renewed in the meantime;
   * otherwise the session ends (§4).
   *
   * @throws HttpError with a message for the user
   */
  async function send<T>(request: ApiRequest<T>, transmit = fetchOf(request)): Promise<T> {
    const { method, url, body, identity = [body], isAwaited = true, keepsSessionOn401, read } = request
    const before = sender()
    // The query of a DELETE does not identify it: a retry may send other numbers to which the user agreed.
    const path = method === 'DELETE' ? url.replace(/\?.*/, '') : url
    const fingerprint = JSON.stringify([before.user, method, path, ...identity])
    try {
      return await deliver({ ...request, isAwaited, fingerprint }, async transmission => {
        const response = await transmit(transmission, headersOf(transmission, request.headers))
        noteServerTime(response.headers.get('date'))
        if (response.ok) return read(response, transmission.onActivity)
        if (response.status === 401 && !keepsSessionOn401) throw new Unauthorised()
        // An earlier try, whose response was lost, has deleted the record.
        if (response.status === 404 && method === 'DELETE' && transmission.isRepeat)
          return read(new Response(), transmission.onActivity)
        throw failureOf(response.status, await response.text())
      })
    } catch (error) {
      if (!(error instanceof Unauthorised)) throw error
      // The token of the same user was renewed in the meantime: send again with the new one.
      const now = sender()
      if (now.token && now.token !== before.token && now.user === before.user) return send(request, transmit)
      if (now.token === before.token) options.onUnauthorised()
      // Never settles: the page disappears with the session, and must show neither success nor failure.
      return new Promise<never>(() => {})
    }
  }

  function headersOf({ key, body }: Transmission, extra: HeaderFields = {}): HeaderFields {
    const token = options.token()
    return {
      Accept: 'application/json',
      'Accept-Language': options.locale(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...extra,
    }
  }

  const fetchOf =
    ({ method, url }: Pick<ApiRequest<unknown>, 'method' | 'url'>) =>
    ({ body, signal }: Transmission, headers: HeaderFields) =>
      fetch(base + url, { method, headers, body, signal, credentials: 'same-origin' })

  type FileRequest = Pick<ApiRequest<Download>, 'method' | 'url' | 'body' | 'effect' | 'signal'>
  const fetchFile = (request: FileRequest): Promise<Download> =>
    send({ ...request, headers: { Accept: '*/*' }, read: readDownload })

  const readBody = async (response: Response) => bodyOf(await response.text(), response.status)

  /** Makes one API call and returns the response body unchanged. */
  async function call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<ResponseBody<N>> {
    const { params, query, body, signal, identity } = input
    const { id } = (body ?? {}) as { id?: unknown }
    return send({
      ...addressOf(name, params, query),
      body: body === undefined ? undefined : JSON.stringify(body),
      identity,
      signal,
      effect: effectOf(name, id),
      isAwaited: isUserInitiated(name),
      keepsSessionOn401: mayAnswer401(name),
      read: async response => (await readBody(response)) as ResponseBody<N>,
    })
  }

  const payloadOf = (body: unknown) => (isObject(body) && 'payload' in body ? body.payload : body)

  return {
    call,

    /** The payload of a call, with or without an envelope. @throws HttpError if `result` is false */
    async payload<N extends CallName>(name: N, input?: CallInput<N>): Promise<Payload<N>> {
      return payloadOf(assertSuccess(await call(name, input))) as Payload<N>
    },

    /** The rows of a list. `count` is the total of all pages; absent if the server sends no pages (decision 38). */
    async list<N extends CallName>(name: N, input?: CallInput<N>) {
      const response = assertSuccess(await call(name, input))
      const count = isObject(response) && typeof response.count === 'number' ? response.count : undefined
      return { rows: payloadOf(response) as Payload<N>, count }
    },

    /** Downloads a file, with the name that the server gives it. */
    async download<N extends CallName>(name: N, { params, query, body, signal }: CallInput<N> = {}) {
      return fetchFile({
        ...addressOf(name, params, query),
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        effect: effectOf(name),
      })
    },

    /**
     * Downloads a file from an address in a response. The address must begin with a single slash, so that the token is
     * never sent to another server.
     */
    async file(address: string, signal?: AbortSignal): Promise<Download> {
      if (!/^\/(?![/\\])/.test(address)) throw new HttpError(translate('shell.failure.404'), 404)
      return fetchFile({ method: 'GET', url: address, signal, effect: 'nothing' })
    },

    /** Uploads one file and reports the progress. Aborting the signal cancels the upload. @throws HttpError */
    async upload<N extends CallName>(
      name: N,
      file: File,
      input: UploadInput<N> = {},
    ): Promise<ResponseBody<N>> {
      const { params, query, headers, name: uploadName, mapping, signal, onProgress } = input
      const { method, url } = addressOf(name, params, { ...query, ...columnsQuery(mapping) })
      return send(
        {
          method,
          url,
          headers: { ...(uploadName ? { 'Upload-Name': uploadName } : {}), ...headers },
          identity: [file.name, file.size, file.lastModified],
          signal,
          effect: effectOf(name),
          read: async response => assertSuccess(await readBody(response), response.status) as ResponseBody<N>,
        },
        (transmission, headers) =>
          sendFile(base + url, file, {
            headers,
            signal: transmission.signal,
            onProgress: progress => {
              transmission.onActivity()
              onProgress?.(progress)
            },
          }),
      )
    },

    /** The `httpClient` of `ra-data-simple-rest`. */
    async http(url: string, { method = 'GET', headers, body, signal }: RequestInit = {}) {
      return send({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : undefined,
        signal: signal ?? undefined,
        effect: effectOfMethod(method),
        read: async response => {
          const { status, headers } = response
          const body = await response.text()
          return { status, headers, body, json: bodyOf(body, status) }
        },
      })
    },
  }
}

function effectOfMethod(method: string) {
  if (method === 'GET') return 'nothing'
  return method === 'POST' ? 'create' : 'change'
}

export type ApiClient = ReturnType<typeof createClient>

/** The result of a call; `undefined` if the server does not have it, which hides the feature (decision 22). */
export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissingCall(error)) return undefined
    throw error
  }
}

/** Whether an error means that the server does not have the call. */
export const isMissingCall = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.status === 404 || error.status === 405)

/** The response body of a failure, such as one with the refused rows of a spreadsheet; `{}` if there is none. */
export function failureBody(error: unknown): FailureBody {
  return error instanceof HttpError && isObject(error.body) ? error.body : {}
}
