/** Parses response bodies, and makes HttpErrors with a message for the user. */
import { HttpError } from 'ra-core'
import { isObject } from '../../domain/own'

/** The longest plain text that counts as a message, in characters. */
const MAX_PLAIN_LENGTH = 500

export function createReader(translate: (key: string, options?: Record<string, unknown>) => string) {
  function failureOf(status: number, text: string): HttpError {
    const body = parseJson(text)
    if (isObject(body)) {
      const reason = typeof body.message === 'string' && body.message ? body.message : messageFor(status)
      const message = withReference(reason, status, body.request)
      const errors = isObject(body.errors) ? body.errors : undefined
      return new HttpError(message, status, { ...body, message, ...(errors ? { errors } : {}) })
    }
    // A JSON string is shown to the user without its quotes, and a short plain text as it is; not a proxy's HTML page.
    const plain = text.trim()
    const message =
      plain && plain.length <= MAX_PLAIN_LENGTH && !plain.startsWith('<') ? plain : messageFor(status)
    return new HttpError(typeof body === 'string' && body ? body : message, status, { message })
  }

  /** Appends the id of the request to the message of a 5xx, so that the request can be found in the server's log. */
  function withReference(message: string, status: number, request: unknown): string {
    if (status < 500 || typeof request !== 'string' || request === '') return message
    return `${message} ${translate('shell.failure.reference', { request })}`
  }

  function messageFor(status: number): string {
    if ([403, 404, 413, 429, 503].includes(status)) return translate(`shell.failure.${status}`)
    return translate(status >= 500 ? 'shell.failure.server' : 'shell.failure.other', { status })
  }

  return {
    failureOf,

    /** The parsed JSON, or the text if it is not JSON. @throws HttpError for HTML, which comes from a proxy */
    bodyOf(text: string, status: number): unknown {
      if (!text) return undefined
      const body = parseJson(text)
      if (body === undefined && text.trimStart().startsWith('<')) {
        throw new HttpError(translate('shell.failure.unreadable'), status, { code: 'unreadable' })
      }
      return body ?? text
    },

    /** @returns the body @throws HttpError for an envelope whose `result` is false */
    assertSuccess(body: unknown, status = 200): unknown {
      if (!isObject(body) || body.result !== false) return body
      throw new HttpError(String(body.message || messageFor(200)), status, body)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
