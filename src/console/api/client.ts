/** How the console speaks to the server: one function for calls, one for downloads, one for uploads, one kind of failure. */
import { HttpError } from 'ra-core'
import type { ErrorBody } from '../../contract/envelope'
import {
  type Answer,
  addressOf,
  answersRefusal,
  type Body,
  type CallName,
  type Params,
  type Payload,
  type Query,
} from './calls'
import { type Download, downloadOf } from './downloads'
import { noteServerTime } from './serverClock'
import { type Progress, sendFile } from './upload'

export interface ClientOptions {
  /** Before every path; empty for the same origin. */
  base?: string
  timeoutMs: number
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

  /** Sends, and answers with what came with a status below 300. @throws HttpError with a sentence for the user */
  async function send(url: string, init: RequestInit, anonymous = false): Promise<Response> {
    const sent = sender()
    const limit = AbortSignal.timeout(options.timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    let response: Response
    try {
      response = await fetch(base + url, {
        ...init,
        headers: headers(init.headers as Record<string, string> | undefined),
        credentials: 'same-origin',
        signal,
      })
    } catch (error) {
      if (init.signal?.aborted) throw error
      if (limit.aborted) throw new HttpError(translate('shell.failure.timeout'), 0, { code: 'timeout' })
      throw new HttpError(translate('shell.failure.network'), 0, { code: 'network' })
    }
    noteServerTime(response.headers.get('date'))
    if (response.ok) return response
    if (response.status === 401 && !anonymous) return refused(sent, () => send(url, init))
    throw failureOf(response.status, await response.text().catch(() => ''))
  }

  /** 401: once more when the token was renewed meanwhile, else the session is over (§4). */
  function refused<T>(sent: Sender, again: () => Promise<T>): Promise<T> {
    const now = sender()
    if (now.token && now.token !== sent.token && now.user === sent.user) return again()
    if (now.token === sent.token) options.onUnauthorised()
    return never()
  }

  function failureOf(status: number, text: string): HttpError {
    const body = parse(text)
    if (isRecord(body)) {
      const message = typeof body.message === 'string' && body.message ? body.message : sentenceFor(status)
      const errors = isRecord(body.errors) ? body.errors : undefined
      return new HttpError(message, status, { ...body, message, ...(errors ? { errors } : {}) })
    }
    // A plain text body is shown as it is; a page of some proxy is not.
    const plain = text.trim()
    const message = plain && plain.length <= 500 && !plain.startsWith('<') ? plain : sentenceFor(status)
    return new HttpError(typeof body === 'string' && body ? body : message, status, { message })
  }

  function sentenceFor(status: number): string {
    if ([403, 404, 413, 429, 503].includes(status)) return translate(`shell.failure.${status}`)
    return translate(status >= 500 ? 'shell.failure.server' : 'shell.failure.other', { status })
  }

  /** What an answer below 300 holds. @throws HttpError for the page of some proxy, which is no answer of the server's */
  function read(text: string, status: number): unknown {
    if (!text) return undefined
    const body = parse(text)
    if (body === undefined && text.trimStart().startsWith('<')) {
      throw new HttpError(translate('shell.failure.unreadable'), status, { code: 'unreadable' })
    }
    return body ?? text
  }

  /** One call of the contract; the answer as it came. */
  async function call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
    const { method, url } = addressOf(
      name,
      input.params as Record<string, unknown> | undefined,
      input.query as Record<string, unknown> | undefined,
    )
    const json = input.body === undefined ? undefined : JSON.stringify(input.body)
    const response = await send(
      url,
      {
        method,
        signal: input.signal,
        ...(json === undefined ? {} : { body: json }),
        headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...input.headers },
      },
      answersRefusal(name),
    )
    return read(await response.text(), response.status) as Answer<N>
  }

  return {
    call,

    /** What an answer holds, in an envelope or bare. @throws HttpError when `result` is false */
    async payload<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Payload<N>> {
      const answer: unknown = await call(name, input)
      if (isRecord(answer) && answer.result === false) {
        throw new HttpError(String(answer.message || sentenceFor(200)), 200, answer)
      }
      return (isRecord(answer) && 'payload' in answer ? answer.payload : answer) as Payload<N>
    },

    /** A file, with the name that the server gives it. */
    async download<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Download> {
      const { method, url } = addressOf(
        name,
        input.params as Record<string, unknown> | undefined,
        input.query as Record<string, unknown> | undefined,
      )
      return downloadOf(await send(url, { method, signal: input.signal, headers: { Accept: '*/*' } }))
    },

    /** A file at an address that an answer names. It must begin with a slash: nobody else is sent the token. */
    async file(address: string, signal?: AbortSignal): Promise<Download> {
      if (!/^\/(?![/\\])/.test(address)) throw new HttpError(translate('shell.failure.404'), 404)
      return downloadOf(await send(address, { method: 'GET', signal, headers: { Accept: '*/*' } }))
    },

    /** Sends one file, telling how far it is. Aborting the signal cancels it. */
    async upload<N extends CallName>(
      name: N,
      file: File,
      input: { params?: Params<N>; signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
    ): Promise<Answer<N>> {
      const { url } = addressOf(name, input.params as Record<string, unknown> | undefined)
      const attempt = async (): Promise<Answer<N>> => {
        const sent = sender()
        const { status, text, failure } = await sendFile(base + url, file, {
          headers: headers(),
          timeoutMs: options.timeoutMs,
          signal: input.signal,
          onProgress: input.onProgress,
        })
        if (failure) throw new HttpError(translate(`shell.failure.${failure}`), 0, { code: failure })
        if (status === 401) return refused(sent, attempt)
        if (status < 200 || status >= 300) throw failureOf(status, text)
        const answer = read(text, status)
        if (isRecord(answer) && answer.result === false) {
          throw new HttpError(String(answer.message || sentenceFor(200)), status, answer)
        }
        return answer as Answer<N>
      }
      return attempt()
    },

    /** The client that `ra-data-simple-rest` is given. */
    async http(url: string, init: RequestInit = {}) {
      const extra: Record<string, string> = {}
      new Headers(init.headers).forEach((value, key) => {
        extra[key] = value
      })
      const response = await send(url, {
        ...init,
        headers: { ...(init.body ? { 'Content-Type': 'application/json' } : {}), ...extra },
      })
      const body = await response.text()
      return { status: response.status, headers: response.headers, body, json: read(body, response.status) }
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
