/** Reads what the server answers: a body, or a refusal as a sentence for the user. */
import { HttpError } from 'ra-core'

export function createReader(translate: (key: string, options?: Record<string, unknown>) => string) {
  function failureOf(status: number, text: string): HttpError {
    const body = parse(text)
    if (isRecord(body)) {
      const told = typeof body.message === 'string' && body.message ? body.message : sentenceFor(status)
      const message = withReference(told, status, body.request)
      const errors = isRecord(body.errors) ? body.errors : undefined
      return new HttpError(message, status, { ...body, message, ...(errors ? { errors } : {}) })
    }
    // A plain text body is shown as it is; a page of some proxy is not.
    const plain = text.trim()
    const message = plain && plain.length <= 500 && !plain.startsWith('<') ? plain : sentenceFor(status)
    return new HttpError(typeof body === 'string' && body ? body : message, status, { message })
  }

  /** Of a failure of the server one can ask whoever looks after it: its log has the number. */
  function withReference(message: string, status: number, request: unknown): string {
    if (status < 500 || typeof request !== 'string' || request === '') return message
    return `${message} ${translate('shell.failure.reference', { request })}`
  }

  function sentenceFor(status: number): string {
    if ([403, 404, 413, 429, 503].includes(status)) return translate(`shell.failure.${status}`)
    return translate(status >= 500 ? 'shell.failure.server' : 'shell.failure.other', { status })
  }

  /** @throws HttpError for a page, which some proxy answers in place of the server */
  function bodyOf(text: string, status: number): unknown {
    if (!text) return undefined
    const body = parse(text)
    if (body === undefined && text.trimStart().startsWith('<')) {
      throw new HttpError(translate('shell.failure.unreadable'), status, { code: 'unreadable' })
    }
    return body ?? text
  }

  const read = async (response: Response) => bodyOf(await response.text(), response.status)

  return { failureOf, sentenceFor, bodyOf, read }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
