/** How the console speaks to the server: one function for calls, one for downloads, one for uploads, one kind of failure. */
import { HttpError } from 'ra-core'
import type { ErrorBody } from '../../contract/envelope'
import { connection, isOutage } from '../connection'
import {
  type Answer,
  addressOf,
  answersRefusal,
  type Body,
  type CallName,
  type Effect,
  effectOf,
  isAttended,
  type Params,
  type Payload,
  type Query,
} from './calls'
import { createDelivery, Unauthorised } from './delivery'
import { type Download, downloadOf } from './downloads'
import { createReader, isRecord } from './reader'
import { noteServerTime } from './serverClock'
import { type Progress, sendFile } from './upload'

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

interface How<T> {
  effect: Exclude<Effect, 'save'>
  attended: boolean
  /** A 401 is an answer like any other. */
  anonymous?: boolean
  take: (response: Response) => Promise<T>
}

const DOWNLOAD = { effect: 'nothing', attended: true, take: downloadOf } as const

interface Sender {
  token: string | undefined
  user: string | undefined
}

/** Waits for ever: what the page was doing ends with the session, and shows neither success nor failure. */
const never = () => new Promise<never>(() => {})

export function createClient(options: ClientOptions) {
  const { base = '', translate } = options

  const headers = (extra: Record<string, string> = {}) => {
    const token = options.token()
    return {
      Accept: 'application/json',
      'Accept-Language': options.locale(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...extra,
    }
  }

  const sender = (): Sender => ({ token: options.token(), user: options.user() })
  const deliver = createDelivery(options)
  connection.probeBy(() => answers(base + addressOf('batches.models').url))
  const { failureOf, sentenceFor, bodyOf, read } = createReader(translate)

  /** What `take` makes of an answer below 300, body and all. @throws HttpError with a sentence for the user */
  async function send<T>(url: string, init: RequestInit, how: How<T>): Promise<T> {
    const sent = sender()
    const errand = { ...how, asked: asked(sent, init, url), signal: init.signal ?? undefined }
    try {
      return await deliver(errand, async ({ signal, key, again }) => {
        const response = await fetch(base + url, {
          ...init,
          headers: headers({
            ...(key ? { 'Idempotency-Key': key } : {}),
            ...(init.headers as Record<string, string> | undefined),
          }),
          credentials: 'same-origin',
          signal,
        })
        noteServerTime(response.headers.get('date'))
        if (response.ok) return how.take(response)
        if (response.status === 401 && !how.anonymous) throw new Unauthorised()
        // Deleted by the try that got no answer.
        if (response.status === 404 && init.method === 'DELETE' && again) return how.take(new Response())
        throw failureOf(response.status, await response.text())
      })
    } catch (error) {
      if (error instanceof Unauthorised) return refused(sent, () => send(url, init, how))
      throw error
    }
  }

  /** 401: once more when the token was renewed meanwhile, else the session is over (§4). */
  function refused<T>(sent: Sender, again: () => Promise<T>): Promise<T> {
    const now = sender()
    if (now.token && now.token !== sent.token && now.user === sent.user) return again()
    if (now.token === sent.token) options.onUnauthorised()
    return never()
  }

  /** One call of the contract; the answer as it came. */
  async function call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
    const { method, url } = addressOf(
      name,
      input.params as Record<string, unknown> | undefined,
      input.query as Record<string, unknown> | undefined,
    )
    const json = input.body === undefined ? undefined : JSON.stringify(input.body)
    const init = {
      method,
      signal: input.signal,
      ...(json === undefined ? {} : { body: json }),
      headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...input.headers },
    }
    const { id } = (input.body ?? {}) as { id?: unknown }
    const how = { effect: effectOf(name, id), attended: isAttended(name), anonymous: answersRefusal(name) }
    return (await send(url, init, { ...how, take: read })) as Answer<N>
  }

  /** Sends one file, telling how far it is. Aborting the signal cancels it. */
  async function upload<N extends CallName>(
    name: N,
    file: File,
    input: {
      params?: Params<N>
      headers?: Record<string, string>
      signal?: AbortSignal
      onProgress?: (progress: Progress) => void
    } = {},
  ): Promise<Answer<N>> {
    const { url } = addressOf(name, input.params as Record<string, unknown> | undefined)
    const sent = sender()
    const { size, lastModified } = file
    const errand = {
      effect: effectOf(name),
      attended: true,
      asked: JSON.stringify([sent.user, name, input.params, file.name, size, lastModified]),
      signal: input.signal,
    }
    try {
      return await deliver(errand, async ({ signal, key, moved }) => {
        const { status, text } = await sendFile(base + url, file, {
          headers: headers({ ...(key ? { 'Idempotency-Key': key } : {}), ...input.headers }),
          signal,
          onProgress: progress => {
            moved()
            input.onProgress?.(progress)
          },
        })
        if (status === 401) throw new Unauthorised()
        if (status < 200 || status >= 300) throw failureOf(status, text)
        const answer = bodyOf(text, status)
        if (isRecord(answer) && answer.result === false) {
          throw new HttpError(String(answer.message || sentenceFor(200)), status, answer)
        }
        return answer as Answer<N>
      })
    } catch (error) {
      if (error instanceof Unauthorised) return refused(sent, () => upload(name, file, input))
      throw error
    }
  }

  /** One call; an answer whose `result` is false is a failure. @throws HttpError */
  async function granted<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<unknown> {
    const answer: unknown = await call(name, input)
    if (isRecord(answer) && answer.result === false) {
      throw new HttpError(String(answer.message || sentenceFor(200)), 200, answer)
    }
    return answer
  }

  const payloadOf = (answer: unknown) => (isRecord(answer) && 'payload' in answer ? answer.payload : answer)

  return {
    call,

    /** What an answer holds, in an envelope or bare. @throws HttpError when `result` is false */
    async payload<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Payload<N>> {
      return payloadOf(await granted(name, input)) as Payload<N>
    },

    /** The rows of a list, and how many there are on all pages where the server gives pages (decision 38). */
    async list<N extends CallName>(
      name: N,
      input: CallInput<N> = {},
    ): Promise<{ rows: Payload<N>; count?: number }> {
      const answer = await granted(name, input)
      const count = isRecord(answer) && typeof answer.count === 'number' ? { count: answer.count } : {}
      return { rows: payloadOf(answer) as Payload<N>, ...count }
    },

    /** A file, with the name that the server gives it. */
    async download<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Download> {
      const { method, url } = addressOf(
        name,
        input.params as Record<string, unknown> | undefined,
        input.query as Record<string, unknown> | undefined,
      )
      return send(url, { method, signal: input.signal, headers: { Accept: '*/*' } }, DOWNLOAD)
    },

    /** A file at an address that an answer names. It must begin with a slash: nobody else is sent the token. */
    async file(address: string, signal?: AbortSignal): Promise<Download> {
      if (!/^\/(?![/\\])/.test(address)) throw new HttpError(translate('shell.failure.404'), 404)
      return send(address, { method: 'GET', signal, headers: { Accept: '*/*' } }, DOWNLOAD)
    },

    upload,

    /** The client that `ra-data-simple-rest` is given. */
    async http(url: string, init: RequestInit = {}) {
      const extra: Record<string, string> = {}
      new Headers(init.headers).forEach((value, key) => {
        extra[key] = value
      })
      const { method = 'GET' } = init
      const effect = method === 'GET' ? 'nothing' : method === 'POST' ? 'create' : 'change'
      return send(
        url,
        {
          ...init,
          headers: { ...(init.body ? { 'Content-Type': 'application/json' } : {}), ...extra },
        },
        {
          effect,
          attended: true,
          take: async response => {
            const body = await response.text()
            const { status, headers } = response
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
    if (error instanceof HttpError && (error.status === 404 || error.status === 405)) return undefined
    throw error
  }
}

/** What a failure carries beside its message, such as the refused rows of a spreadsheet. */
export function failureBody(error: unknown): FailureBody {
  return error instanceof HttpError && isRecord(error.body) ? error.body : {}
}

const asked = ({ user }: Sender, { method, body }: RequestInit, url: string): string =>
  JSON.stringify([user, method, url, body])

const PROBE_LIMIT_MS = 10_000

/** Any answer will do: without a token it is a refusal, for which no record is read. */
async function answers(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
  try {
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })
    return !isOutage(status)
  } catch {
    return false
  }
}
