/** The server without a port: its plugins and routes in the order in which they act. */
import type { Server } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { PUBLIC_BODY_BYTES } from '../contract/endpoint'
import { isNestedBeyond } from '../domain/nesting'
import type { OpenConfig } from './config/openConfig'
import type { Deps } from './deps'
import type { Listen } from './live/listener'
import { authenticate } from './plugins/authentication'
import { boundBodies } from './plugins/bodies'
import { checkAnswers } from './plugins/checkAnswers'
import { serveConfig } from './plugins/config'
import { type ReadPageData, serveConsole } from './plugins/console'
import { earlyAnswers, refuseEarly } from './plugins/earlyAnswers'
import { answerErrors } from './plugins/errors'
import { serveMap } from './plugins/map'
import { addRefusals, logAccess, requestId, sendRequestIds } from './plugins/requestLog'
import { secureAnswers } from './plugins/security'
import { takeTurns } from './plugins/turns'
import { Refusal } from './refusal'
import { authRoutes } from './routes/accounts/auth'
import { clientRoutes } from './routes/accounts/clients'
import { loginRoutes } from './routes/accounts/logins'
import { socialRoutes } from './routes/accounts/social'
import { vendorRoutes } from './routes/accounts/vendors'
import { batchRoutes } from './routes/devices/batches'
import { bulkRoutes } from './routes/devices/bulk'
import { devicePageRoutes } from './routes/devices/devicePage'
import { deviceSecretRoutes } from './routes/devices/deviceSecrets'
import { deviceRoutes } from './routes/devices/devices'
import { uploadRoutes } from './routes/devices/uploads'
import { orderDetailRoutes } from './routes/orders/orderDetail'
import { orderRoutes } from './routes/orders/orders'
import { exportRoutes } from './routes/records/exports'
import { historyRoutes } from './routes/records/history'
import { pictureRoutes } from './routes/records/pictures'
import { recordRoutes } from './routes/records/records'
import { searchRoutes } from './routes/records/search'
import { brokerRoutes } from './routes/service/broker'
import { configRoutes } from './routes/service/config'
import { dashboardRoutes } from './routes/service/dashboard'
import { eventRoutes } from './routes/service/events'
import { serviceRoutes } from './routes/service/service'
import { Social } from './social/social'
import type { Db } from './store/database'

export interface AppOptions extends Omit<Deps, 'bulkDb'> {
  /** `db` itself without it. */
  bulkDb?: Db
  /** As Fastify takes it; silent without one. */
  logger?: FastifyServerOptions['logger']
  /** The config on disk, to be served at `/config.json` and watched until the app closes. */
  openConfig?: OpenConfig
  /** The built console and what its page holds; without it the API alone is served. */
  console?: { folder: string; boot: ReadPageData }
  /** Tests: every answer is held against the contract, and one that differs is a 500. */
  checkAnswers?: boolean
  /** How changes in the database are heard; of PGlite they are without it. */
  listen?: Listen | undefined
  /** Further routes, such as those of a test. */
  routes?: (app: FastifyInstance) => void
}

/** Builds the app; it listens to nothing yet. `inject` works at once, `close` leaves the database open. */
export async function buildApp(given: AppOptions): Promise<FastifyInstance> {
  const options = { ...given, bulkDb: given.bulkDb ?? given.db }
  const { config, env, logger } = options
  const settings: FastifyHttpOptions<Server> = {
    logger: logger ?? false,
    // Fastify's own lines hold whole addresses, and those may hold a token: `logAccess` writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(env.trustProxy),
    bodyLimit: PUBLIC_BODY_BYTES,
    genReqId: requestId,
    requestTimeout: 120_000,
    // The longest parameter is an e-mail address, percent-encoded.
    routerOptions: { maxParamLength: 800, ignoreTrailingSlash: false },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: true, allErrors: false },
    },
    ...earlyAnswers(options),
  }
  const app: FastifyInstance = Fastify(settings)

  acceptEmptyJson(app)
  sendRequestIds(app)
  secureAnswers(app, env)
  logAccess(app)
  answerErrors(app, config)
  refuseEarly(app)
  boundBodies(app, config, env)
  authenticate(app, options)
  addRefusals(app, options)
  if (options.checkAnswers) checkAnswers(app)
  takeTurns(app)
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Each piece of a stream goes out as it is made: a download begins at once.
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { 0: 1, 1: 4 } },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    threshold: 1024,
  })
  await app.register(multipart, {
    limits: {
      fileSize: config.current().shared.app.limits.upload.bytes,
      files: 1,
      fields: 0,
      parts: 1,
      headerPairs: 50,
    },
  })

  uploadRoutes(app, options)
  authRoutes(app, options)
  const social = new Social(options)
  socialRoutes(app, options, social)
  loginRoutes(app, options, social)
  clientRoutes(app, options)
  vendorRoutes(app, options)
  batchRoutes(app, options)
  deviceRoutes(app, options)
  deviceSecretRoutes(app, options)
  bulkRoutes(app, options)
  devicePageRoutes(app, options)
  dashboardRoutes(app, options)
  eventRoutes(app, options)
  orderRoutes(app, options)
  orderDetailRoutes(app, options)
  recordRoutes(app, options)
  exportRoutes(app, options)
  pictureRoutes(app, options)
  searchRoutes(app, options)
  historyRoutes(app, options)
  configRoutes(app, options)
  serviceRoutes(app, options)
  await brokerRoutes(app, options)
  serveMap(app, config)
  options.routes?.(app)

  if (options.openConfig) serveConfig(app, options.openConfig, env)
  if (options.console) await serveConsole(app, { ...options.console, config })
  return app
}

/** A number is the number of trusted proxies, counted from the server. */
function trusted(proxies: Deps['env']['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}

/** No record is nested so deep, and what recurses over a body (JSON.stringify, say) must not overflow the stack. */
const DEEPEST = 100

/** Many clients say JSON where they send nothing (logging out, say): that is no body, not a broken one. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isNestedBeyond(DEEPEST, body)) done(new Refusal(400, 'tooDeep'))
    else parse(request, body, done)
  })
}
