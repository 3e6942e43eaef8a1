/** How the console speaks to the server: calls, downloads and uploads, with one kind of failure. */
import { HttpError } from 'ra-core'
import type { ErrorBody } from '../../contract/envelope'
import { connection, isAnswering } from '../connection'
import {
  type Answer,
  addressOf,
  answersRefusal,
  type Body,
  type CallName,
  effectOf,
  isAttended,
  type Params,
  type Payload,
  type Query,
} from './calls'
import { createDelivery, type DeliveryRequest, type Transmission, Unauthorised } from './delivery'
import { type Download, downloadOf } from './downloads'
import { createReader, isRecord } from './reader'
import { noteServerTime } from './serverClock'
import { sendFile, type Watch } from './upload'

export interface ClientOptions {
  /** Before every path; empty for the same origin. */
  base?: string
  /** A request without an answer ends after so long (§9). */
  timeoutMs: number
  /** After so long without one the page says that it still waits; never without it. */
  stillWaitingMs?: number
  token: () => string | undefined
  /** Whose token it is: another user's never repeats what this one asked for. */
  user: () => string | undefined
  locale: () => string
  /** The sentence of a key, for failures that have no sentence of the server's. */
  translate: (key: string, options?: Record<string, unknown>) => string
  /** The server no longer takes this token (§4). */
  onUnauthorised: () => void
}

export interface CallInput<N extends CallName> {
  params?: Params<N>
  query?: Query<N>
  body?: Body<N>
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** What a refusal may carry beside its message. */
export type FailureBody = Partial<ErrorBody> & { [key: string]: unknown }

/** A request before it is known who sends it: with the user, `identity` is its fingerprint. */
type AnonymousRequest = Omit<DeliveryRequest, 'fingerprint'> & { identity: readonly unknown[] }

interface FetchInit extends RequestInit {
  headers?: Record<string, string>
}

interface FetchOptions<T> extends Pick<DeliveryRequest, 'effect'> {
  attended?: boolean
  /** A 401 is an answer like any other. */
  anonymous?: boolean
  /** Reads an answer below 300, body and all. */
  read: (response: Response) => Promise<T>
}

export function createClient(options: ClientOptions) {
  const { base = '', translate } = options
  const deliver = createDelivery(options)
  const { failureOf, bodyOf, granted } = createReader(translate)
  connection.probeBy(() => isAnswering(base + addressOf('batches.models').url))

  const sender = () => ({ token: options.token(), user: options.user() })

  function headersOf({ key }: Transmission, extra: Record<string, string> = {}): Record<string, string> {
    const token = options.token()
    return {
      Accept: 'application/json',
      'Accept-Language': options.locale(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...extra,
    }
  }

  /** 401: sends once more when the token was renewed meanwhile, else the session is over (§4). */
  async function request<T>(
    { identity, ...rest }: AnonymousRequest,
    transmit: (transmission: Transmission) => Promise<T>,
  ): Promise<T> {
    const before = sender()
    try {
      return await deliver({ ...rest, fingerprint: JSON.stringify([before.user, ...identity]) }, transmit)
    } catch (error) {
      if (!(error instanceof Unauthorised)) throw error
      const now = sender()
      if (now.token && now.token !== before.token && now.user === before.user) {
        return request({ identity, ...rest }, transmit)
      }
      if (now.token === before.token) options.onUnauthorised()
      // Never settles: what the page was doing ends with the session, and shows neither success nor failure.
      return new Promise<never>(() => {})
    }
  }

  /** @throws HttpError with a sentence for the user */
  function send<T>(
    url: string,
    init: FetchInit,
    { effect, attended = true, anonymous = false, read }: FetchOptions<T>,
  ): Promise<T> {
    const { method, body } = init
    const signal = init.signal ?? undefined
    return request({ effect, attended, identity: [method, url, body], signal }, async transmission => {
      const response = await fetch(base + url, {
        ...init,
        headers: headersOf(transmission, {
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...init.headers,
        }),
        credentials: 'same-origin',
        signal: transmission.signal,
      })
      noteServerTime(response.headers.get('date'))
      if (response.ok) return read(response)
      if (response.status === 401 && !anonymous) throw new Unauthorised()
      // Deleted by the try that got no answer.
      if (response.status === 404 && method === 'DELETE' && transmission.again) return read(new Response())
      throw failureOf(response.status, await response.text())
    })
  }

  const fetchFile = (url: string, signal?: AbortSignal): Promise<Download> =>
    send(url, { method: 'GET', signal, headers: { Accept: '*/*' } }, { effect: 'nothing', read: downloadOf })

  /** One call of the contract; the answer as it came. */
  async function call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
    const { params, query, body, signal, headers } = input
    const { method, url } = addressOf(name, params, query)
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const { id } = (body ?? {}) as { id?: unknown }
    return send(
      url,
      { method, signal, headers, ...json },
      {
        effect: effectOf(name, id),
        attended: isAttended(name),
        anonymous: answersRefusal(name),
        read: async response => bodyOf(await response.text(), response.status) as Answer<N>,
      },
    )
  }

  const payloadOf = (answer: unknown) => (isRecord(answer) && 'payload' in answer ? answer.payload : answer)

  return {
    call,

    /** What an answer holds, in an envelope or bare. @throws HttpError when `result` is false */
    async payload<N extends CallName>(name: N, input?: CallInput<N>): Promise<Payload<N>> {
      return payloadOf(granted(await call(name, input))) as Payload<N>
    },

    /** The rows of a list, and how many there are on all pages where the server gives pages (decision 38). */
    async list<N extends CallName>(
      name: N,
      input?: CallInput<N>,
    ): Promise<{ rows: Payload<N>; count?: number }> {
      const answer = granted(await call(name, input))
      const count = isRecord(answer) && typeof answer.count === 'number' ? { count: answer.count } : {}
      return { rows: payloadOf(answer) as Payload<N>, ...count }
    },

    /** A file, with the name that the server gives it. */
    async download<N extends CallName>(
      name: N,
      { params, query, signal }: CallInput<N> = {},
    ): Promise<Download> {
      return fetchFile(addressOf(name, params, query).url, signal)
    },

    /** A file at an address that an answer names. It must begin with a slash: nobody else is sent the token. */
    async file(address: string, signal?: AbortSignal): Promise<Download> {
      if (!/^\/(?![/\\])/.test(address)) throw new HttpError(translate('shell.failure.404'), 404)
      return fetchFile(address, signal)
    },

    /** Sends one file, reporting how far it is. Aborting the signal cancels it. @throws HttpError */
    async upload<N extends CallName>(
      name: N,
      file: File,
      input: Pick<CallInput<N>, 'params' | 'headers'> & Omit<Watch, 'name'> = {},
    ): Promise<Answer<N>> {
      const { params, headers, signal, onProgress } = input
      const identity = [name, params, file.name, file.size, file.lastModified]
      return request({ effect: effectOf(name), attended: true, identity, signal }, async transmission => {
        const { status, text } = await sendFile(base + addressOf(name, params).url, file, {
          headers: headersOf(transmission, headers),
          signal: transmission.signal,
          onProgress: progress => {
            transmission.onActivity()
            onProgress?.(progress)
          },
        })
        if (status === 401) throw new Unauthorised()
        if (status < 200 || status >= 300) throw failureOf(status, text)
        return granted(bodyOf(text, status), status) as Answer<N>
      })
    },

    /** The client that `ra-data-simple-rest` is given. */
    async http(url: string, init: RequestInit = {}) {
      const { method = 'GET' } = init
      return send(
        url,
        { ...init, headers: Object.fromEntries(new Headers(init.headers)) },
        {
          effect: method === 'GET' ? 'nothing' : method === 'POST' ? 'create' : 'change',
          read: async response => {
            const { status, headers } = response
            const body = await response.text()
            return { status, headers, body, json: bodyOf(body, status) }
          },
        },
      )
    },
  }
}

export type Client = ReturnType<typeof createClient>

/** An extra call that the server does not have hides its feature, nothing else (decision 22): `undefined` then. */
export async function optional<T>(call: Promise<T>): Promise<T | undefined> {
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

/** What a failure carries beside its message, such as the refused rows of a spreadsheet. */
export function failureBody(error: unknown): FailureBody {
  return error instanceof HttpError && isRecord(error.body) ? error.body : {}
}
