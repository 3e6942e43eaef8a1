/** Builds the Fastify app: registers plugins and routes in the order in which they act. */
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
import { parseJson } from './plugins/jsonBody'
import { serveMap } from './plugins/map'
import { addRefusals, logAccess, requestId, sendRequestIds } from './plugins/requestLog'
import { secureAnswers } from './plugins/security'
import { takeTurns } from './plugins/turns'
import { authRoutes } from './routes/accounts/auth'
import { clientRoutes } from './routes/accounts/clients'
import { loginRoutes } from './routes/accounts/logins'
import { socialRoutes } from './routes/accounts/social'
import { vendorRoutes } from './routes/accounts/vendors'
import { batchRoutes } from './routes/devices/batches'
import { devicePageRoutes } from './routes/devices/devicePage'
import { deviceSecretRoutes } from './routes/devices/deviceSecrets'
import { deviceRoutes } from './routes/devices/devices'
import { uploadRoutes } from './routes/devices/uploads'
import { orderDetailRoutes } from './routes/orders/orderDetail'
import { orderRoutes } from './routes/orders/orders'
import { bulkRoutes } from './routes/records/bulk'
import { countRoutes } from './routes/records/counts'
import { exportRoutes } from './routes/records/exports'
import { historyRoutes } from './routes/records/history'
import { importRoutes } from './routes/records/imports'
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
  /** `db` if absent. */
  bulkDb?: Db
  /** Fastify's logger options; no log if absent. */
  logger?: FastifyServerOptions['logger']
  /** The watched config on disk, served at `/config.json`; closed with the app. */
  openConfig?: OpenConfig
  /** The built console and the data of its page; without it only the API is served. */
  console?: { folder: string; boot: ReadPageData }
  /** For tests: a response that does not match the contract becomes a 500. */
  checkAnswers?: boolean
  /** Listens for changes in the database. Not needed with PGlite. */
  listen?: Listen | undefined
  /** Adds routes, for tests. */
  routes?: (app: FastifyInstance) => void
}

/** Builds the app without listening on a port. `inject` works at once; `close` leaves the database open. */
export async function buildApp(appOptions: AppOptions): Promise<FastifyInstance> {
  const options = { ...appOptions, bulkDb: appOptions.bulkDb ?? appOptions.db }
  const { config, env, logger } = options
  const settings: FastifyHttpOptions<Server> = {
    logger: logger ?? false,
    // Fastify would log the query string, which may contain a token. `logAccess` writes the access log.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOf(env.trustProxy),
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

  parseJson(app)
  sendRequestIds(app)
  secureAnswers(app, env)
  logAccess(app)
  answerErrors(app, config)
  refuseEarly(app, options)
  boundBodies(app, config, env)
  authenticate(app, options)
  addRefusals(app, options)
  if (options.checkAnswers) checkAnswers(app)
  takeTurns(app)
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Flushes each chunk, so that a download begins at once.
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 4,
      },
    },
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
  countRoutes(app, options)
  exportRoutes(app, options)
  importRoutes(app, options)
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

/** A number means: trust this many proxies, counted from this server. Anything else is passed to Fastify as it is. */
function trustProxyOf(proxies: Deps['env']['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}
