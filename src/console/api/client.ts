/**
 * The calls of the contract by their names, files, and the client of `ra-data-simple-rest`: with the user's token, and
 * one kind of failure.
 */
import { HttpError } from 'ra-core'
import type { ErrorBody } from '../../contract/envelope'
import { isObject } from '../../domain/own'
import { connection, isAnswering } from '../connection'
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
import { noteServerTime } from './serverClock'
import { sendFile, type UploadOptions } from './upload'

interface ClientOptions extends DeliveryOptions {
  /** Before every path; empty for the same origin. */
  base?: string
  token: () => string | undefined
  /** Part of the fingerprint of a write, so that a user never repeats another user's request. */
  user: () => string | undefined
  locale: () => string
  /** The server no longer takes this token (§4). */
  onUnauthorised: () => void
}

export interface CallInput<N extends CallName> {
  params?: Params<N>
  query?: Query<N>
  body?: Body<N>
  signal?: AbortSignal
  /**
   * Identifies the request where its body does not; until it is answered, the same request is repeated with the body
   * of the first try.
   */
  identity?: readonly unknown[]
}

type HeaderFields = Record<string, string>

interface UploadInput<N extends CallName> extends UploadOptions {
  params?: Params<N>
  headers?: HeaderFields
}

/** Further fields of an error response body. */
export type FailureBody = Partial<ErrorBody> & { [key: string]: unknown }

interface ApiRequest<T> extends Omit<DeliveryRequest, 'fingerprint' | 'isUserInitiated'> {
  method: string
  url: string
  headers?: HeaderFields
  /** Identifies the request together with method and address; by default its body. */
  identity?: readonly unknown[] | undefined
  isUserInitiated?: boolean
  /** A 401 does not end the session. */
  mayAnswer401?: boolean
  /** Reads an answer below 300, body and all. */
  read: (response: Response, onActivity: () => void) => Promise<T>
}

export function createClient(options: ClientOptions) {
  const { base = '', translate } = options
  const deliver = createDelivery(options)
  const { failureOf, bodyOf, assertSuccess: granted } = createReader(translate)
  connection.setProbe(() => isAnswering(base + addressOf('batches.models').url))

  const sender = () => ({ token: options.token(), user: options.user() })

  /**
   * Sends a request and reads its answer. After a 401 it sends once more when the token was renewed in the meantime,
   * else the session is over (§4).
   *
   * @throws HttpError with a sentence for the user
   */
  async function send<T>(request: ApiRequest<T>, transmit = fetchOf(request)): Promise<T> {
    const {
      method,
      url,
      body,
      identity = [body],
      isUserInitiated: attended = true,
      mayAnswer401: refusable,
      read,
    } = request
    const before = sender()
    // Without the query of a DELETE: a retry is the same request even if its query differs.
    const path = method === 'DELETE' ? url.replace(/\?.*/, '') : url
    const fingerprint = JSON.stringify([before.user, method, path, ...identity])
    try {
      return await deliver({ ...request, isUserInitiated: attended, fingerprint }, async transmission => {
        const response = await transmit(transmission, headersOf(transmission, request.headers))
        noteServerTime(response.headers.get('date'))
        if (response.ok) return read(response, transmission.onActivity)
        if (response.status === 401 && !refusable) throw new Unauthorised()
        // The earlier try, whose answer was lost, has deleted it.
        if (response.status === 404 && method === 'DELETE' && transmission.isRepeat)
          return read(new Response(), transmission.onActivity)
        throw failureOf(response.status, await response.text())
      })
    } catch (error) {
      if (!(error instanceof Unauthorised)) throw error
      const now = sender()
      if (now.token && now.token !== before.token && now.user === before.user) return send(request, transmit)
      if (now.token === before.token) options.onUnauthorised()
      // Never settles: what the page was doing ends with the session, and shows neither success nor failure.
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
      isUserInitiated: isUserInitiated(name),
      mayAnswer401: mayAnswer401(name),
      read: async response => (await readBody(response)) as ResponseBody<N>,
    })
  }

  const payloadOf = (body: unknown) => (isObject(body) && 'payload' in body ? body.payload : body)

  return {
    call,

    /** What an answer holds, in an envelope or bare. @throws HttpError when `result` is false */
    async payload<N extends CallName>(name: N, input?: CallInput<N>): Promise<Payload<N>> {
      return payloadOf(granted(await call(name, input))) as Payload<N>
    },

    /** The rows of a list, and how many there are on all pages where the server gives pages (decision 38). */
    async list<N extends CallName>(name: N, input?: CallInput<N>) {
      const answer = granted(await call(name, input))
      const count = isObject(answer) && typeof answer.count === 'number' ? answer.count : undefined
      return { rows: payloadOf(answer) as Payload<N>, count }
    },

    /** A file, with the name that the server gives it. */
    async download<N extends CallName>(name: N, { params, query, body, signal }: CallInput<N> = {}) {
      return fetchFile({
        ...addressOf(name, params, query),
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        effect: effectOf(name),
      })
    },

    /**
     * A file at an address that an answer names. It must begin with a slash, so that the token goes to no other
     * server.
     */
    async file(address: string, signal?: AbortSignal): Promise<Download> {
      if (!/^\/(?![/\\])/.test(address)) throw new HttpError(translate('shell.failure.404'), 404)
      return fetchFile({ method: 'GET', url: address, signal, effect: 'nothing' })
    },

    /** Sends one file, reporting how far it is. Aborting the signal cancels it. @throws HttpError */
    async upload<N extends CallName>(
      name: N,
      file: File,
      input: UploadInput<N> = {},
    ): Promise<ResponseBody<N>> {
      const { params, headers, name: uploadName, signal, onProgress } = input
      const { method, url } = addressOf(name, params)
      return send(
        {
          method,
          url,
          headers: { ...(uploadName ? { 'Upload-Name': uploadName } : {}), ...headers },
          identity: [file.name, file.size, file.lastModified],
          signal,
          effect: effectOf(name),
          read: async response => granted(await readBody(response), response.status) as ResponseBody<N>,
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

    /** The client that `ra-data-simple-rest` is given. */
    async http(url: string, { method = 'GET', headers, body, signal }: RequestInit = {}) {
      return send({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : undefined,
        signal: signal ?? undefined,
        effect: method === 'GET' ? 'nothing' : method === 'POST' ? 'create' : 'change',
        read: async response => {
          const { status, headers } = response
          const body = await response.text()
          return { status, headers, body, json: bodyOf(body, status) }
        },
      })
    },
  }
}

export type ApiClient = ReturnType<typeof createClient>

/** An extra call that the server does not have hides its feature, nothing else (decision 22): `undefined` then. */
export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissingCall(error)) return undefined
    throw error
  }
}

/** The server has no such call. */
export const isMissingCall = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.status === 404 || error.status === 405)

/** The response body of a failure, for example with the refused rows of a spreadsheet. */
export function failureBody(error: unknown): FailureBody {
  return error instanceof HttpError && isObject(error.body) ? error.body : {}
}
