/** Turns every error into a response (`ErrorBody`) with a message; internal details are only logged. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../contract/envelope'
import type { FieldProblem } from '../../engine/validation/valueProblem'
import type { ConfigSource } from '../deps'
import { Refusal } from '../refusal'
import { refusalWords } from '../refusalWords'
import { pathOf, preferredLocale } from '../request'
import { errorCode, isDatabaseBusy, isDatabaseGone, isLocked } from '../store/failures'

export function answerErrors(app: FastifyInstance, config: ConfigSource): void {
  app.setErrorHandler<Error>((error, request, reply) => {
    if (isSenderGone(request)) {
      request.log.info({ path: pathOf(request), origin: request.ip }, 'the sender is gone')
      // The client does not receive this response: Fastify only needs the reply to be ended.
      return refuse(reply, request, new Refusal(400, 'badRequest'), config)
    }
    const refusal = toRefusal(error)
    if (refusal.status >= 500) request.log.error({ err: error, path: pathOf(request) }, 'failed')
    else if (refusal.status === 401 || refusal.status === 403 || refusal.status === 429)
      request.log.info(
        { code: refusal.code, path: pathOf(request), origin: request.ip, user: request.caller?.id },
        'refused',
      )
    return refuse(reply, request, refusal, config)
  })
  const methodsOf = collectMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request)
    if (methods.length === 0) return refuse(reply, request, new Refusal(404, 'notFound'), config)
    reply.header('allow', methods.join(', '))
    return refuse(reply, request, new Refusal(405, 'wrongMethod', { method: request.method }), config)
  })
}

/**
 * Collects the methods of all routes, so that a known path with another method is answered 405 instead of 404.
 *
 * @returns a function for the methods of the request's path, empty for an unknown path
 */
function collectMethods(app: FastifyInstance): (request: FastifyRequest) => string[] {
  const routes: { path: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const path = new RegExp(`^${url.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)
    for (const name of [method].flat()) routes.push({ path, method: name })
  })
  return request => {
    const path = pathOf(request)
    return [...new Set(routes.filter(route => route.path.test(path)).map(route => route.method))]
  }
}

/** Whether the client disconnected before the body was complete: this is no failure of the server. */
export const isSenderGone = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** Answers with a refusal in the caller's language. */
export function refuse(
  reply: FastifyReply,
  request: FastifyRequest,
  refusal: Refusal,
  config: ConfigSource,
): FastifyReply {
  const { status, code, params, details } = refusal
  const locale = preferredLocale(request.headers['accept-language'], config.current().shared.app.locale)
  const { ofCode, ofProblem, ofRefusal } = refusalWords(config.translate, locale)
  const translateError = (error: string | FieldProblem) => {
    if (typeof error === 'object') return ofProblem(error)
    return isCode(error) ? ofCode(error, params) : error
  }
  const { errors, problems, record, rows, rowsTotal, leaving, found, retryAfter } = details
  const fieldMessages = Object.entries(problems ?? {}).map(([field, problem]) => [field, ofProblem(problem)])
  const body: ErrorBody = {
    result: false,
    message: ofRefusal(refusal),
    code,
    // A request id only with status 500 and above: users can correct other errors themselves, and some refusals must be
    // identical (security 2).
    ...(status >= 500 && { request: request.id }),
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, error]) => [field, translateError(error)]),
      ),
    }),
    ...(problems && { errors: Object.fromEntries(fieldMessages) }),
    ...(record && { record }),
    ...(leaving && { leaving }),
    ...(found !== undefined && { found }),
    ...(rows && { rows: [...rows] }),
    ...(rowsTotal !== undefined && { rowsTotal }),
  }
  if (retryAfter) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** True for a key below `errors.` of i18n, such as `upload.oneFile`; false for a sentence. */
const isCode = (text: string) => /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z0-9]+)*$/.test(text)

/** Status and code of our response, by Fastify's error code. */
const BY_CODE: Readonly<Record<string, [status: number, code: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'tooLarge'],
  FST_REQ_FILE_TOO_LARGE: [413, 'tooLarge'],
  FST_FILES_LIMIT: [400, 'upload.oneFile'],
  FST_PARTS_LIMIT: [400, 'upload.oneFile'],
  FST_FIELDS_LIMIT: [400, 'upload.oneFile'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'upload.notMultipart'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'mediaType'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'notJson'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'notJson'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'badRequest'],
  FST_ERR_BAD_URL: [400, 'badRequest'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'notFound'],
  FST_ERR_NOT_FOUND: [404, 'notFound'],
}

function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode = 500, validation, validationContext } = error as FastifyError
  if (validation) return invalid(validation, validationContext)
  const byCode = BY_CODE[code]
  if (byCode) return new Refusal(...byCode)
  if (isLocked(error)) return new Refusal(409, 'locked', {}, { retryAfter: 2 })
  if (isDatabaseBusy(error)) return new Refusal(503, 'databaseBusy', {}, { retryAfter: 5 })
  if (isDiskFull(error)) return new Refusal(503, 'diskFull', {}, { retryAfter: 30 })
  if (isDatabaseGone(error)) return new Refusal(503, 'databaseGone', {}, { retryAfter: 5 })
  // PostgreSQL cannot store the text: it has a NUL character or a lone surrogate.
  if (['22021', '22P05'].includes(errorCode(error) ?? '')) return new Refusal(400, 'unreadableText')
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal(400, 'notJson')
  if (statusCode >= 400 && statusCode < 500) return new Refusal(statusCode, 'badRequest')
  return new Refusal(500, 'internal')
}

/** Whether an upload could not be written to its file because the disk is full. */
const isDiskFull = (error: Error) => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')

type Complaints = NonNullable<FastifyError['validation']>

/**
 * A wrong body is answered 422 with the fields that the validator reports (the first; several for alternatives), a
 * wrong query 400 with the first wrong key.
 */
function invalid(complaints: Complaints, context: FastifyError['validationContext']): Refusal {
  const firstField = complaints[0] ? fieldOf(complaints[0]) : ''
  if (context !== 'body') {
    const isUnknown = complaints[0]?.keyword === 'additionalProperties'
    return new Refusal(400, isUnknown ? 'unknownQuery' : 'invalidQuery', { field: firstField })
  }
  if (firstField === '') return new Refusal(400, 'invalidBody')
  const entries = complaints.map(complaint => [fieldOf(complaint), problemOf(complaint)] as const)
  // Reversed, so that of several problems of a field the first one is kept.
  const errors = Object.fromEntries(entries.reverse())
  return new Refusal(422, 'invalidFields', { field: firstField }, { errors })
}

/** The field as a path with dots, from the JSON pointer of the validator. */
function fieldOf({ instancePath, keyword, params }: Complaints[number]): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.join('.')
}

function problemOf(complaint: Complaints[number]): FieldProblem {
  const { limit } = complaint.params
  return { code: `invalid.${kindOf(complaint)}`, params: typeof limit === 'number' ? { limit } : {} }
}

const KINDS = ['required', 'type', 'minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'] as const

const kindOf = ({ keyword, params }: Complaints[number]): string => {
  if (keyword === 'minLength' && params.limit === 1) return 'required'
  if (keyword === 'additionalProperties') return 'unknown'
  return KINDS.find(kind => kind === keyword) ?? 'value'
}
