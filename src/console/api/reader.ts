/** Makes of an answer what the page shows: its body, or a refusal as a sentence for the user. */
import { HttpError } from 'ra-core'
import { isObject } from '../../domain/own'

export function createReader(translate: (key: string, options?: Record<string, unknown>) => string) {
  function failureOf(status: number, text: string): HttpError {
    const body = parse(text)
    if (isObject(body)) {
      const text = typeof body.message === 'string' && body.message ? body.message : messageFor(status)
      const message = withReference(text, status, body.request)
      const errors = isObject(body.errors) ? body.errors : undefined
      return new HttpError(message, status, { ...body, message, ...(errors ? { errors } : {}) })
    }
    // A plain text body is shown as it is; a page of some proxy is not.
    const plain = text.trim()
    const message = plain && plain.length <= 500 && !plain.startsWith('<') ? plain : messageFor(status)
    return new HttpError(typeof body === 'string' && body ? body : message, status, { message })
  }

  /** A failure of the server has a number that its log knows too. */
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

    /** @throws HttpError for a page, which some proxy answers in place of the server */
    bodyOf(text: string, status: number): unknown {
      if (!text) return undefined
      const body = parse(text)
      if (body === undefined && text.trimStart().startsWith('<')) {
        throw new HttpError(translate('shell.failure.unreadable'), status, { code: 'unreadable' })
      }
      return body ?? text
    },

    /** @throws HttpError for an envelope whose `result` is false */
    assertSuccess(body: unknown, status = 200): unknown {
      if (!isObject(body) || body.result !== false) return body
      throw new HttpError(String(body.message || messageFor(200)), status, body)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
