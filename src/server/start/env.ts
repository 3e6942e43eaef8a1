/** Reads and checks the environment variables of the server. An invalid value prevents the start. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isEmail } from '../../domain/email'
import { packageRoot } from '../packageRoot'
import { checkBrokerUrl } from './brokerAddresses'
import { StartProblem } from './startProblem'

export interface Env {
  port: number
  host: string
  /** The data folder: PGlite's files and the lock. */
  data: string
  /** The config folder. */
  config: string
  /** Folder of the owner's texts, which override the built-in ones; by default `i18n/` in the config folder. */
  i18n?: string | undefined
  /** A PostgreSQL server, to be used instead of PGlite. */
  databaseUrl?: string
  /** The same database without a connection pooler, for the connection that uses LISTEN. */
  databaseDirectUrl?: string
  /** The maximum number of connections to PostgreSQL. */
  databasePool: number
  /** Whether statements are prepared (`DATABASE_PREPARE`); by default unless a pooler is in between. */
  databasePrepare?: boolean | undefined
  /** Signs the tokens; by default a generated secret in the database. */
  jwtSecret?: string
  /** Lets brokers authenticate and authorise devices by `/broker/…`; without it these routes are off. */
  brokerSecret?: string
  /** Sign-in providers (OIDC) by their name in config; not checked here. */
  social: Readonly<Record<string, SocialEnv>>
  /** The URL of the console for browsers, without a trailing slash. */
  publicUrl?: string
  /**
   * The proxies whose `X-Forwarded-*` headers are trusted: none, a number of hops, or addresses. Never all, since then
   * any client could choose its address.
   */
  trustProxy: false | number | string
  /** Whether an empty database is filled with the demo fleet. */
  demo: boolean
  masterEmail?: string
  masterPassword?: string
  /** The file for a generated password, used when there is no terminal to show it. */
  secretFile: string
  /** How long after SIGTERM the server still answers requests, while `/readyz` fails. */
  drainSeconds: number
  logLevel: LogLevel
  /**
   * Where devices connect: the embedded broker, an external one (the URL contains the gateway's account; several
   * addresses for a cluster), or none.
   */
  mqtt: EmbeddedMqtt | { url: string } | 'off'
}

/**
 * The embedded broker. With a certificate it accepts TLS only. Devices may then sign in with certificates of
 * `authority` that `revoked` does not list.
 */
export interface EmbeddedMqtt {
  host: string
  port: number
  tls?: { cert: string; key: string; authority?: string; revoked?: string } | undefined
}

/** `OIDC_{NAME}_ISSUER`, `…_CLIENT_ID` and `…_CLIENT_SECRET`, if set. */
export interface SocialEnv {
  issuer?: string
  clientId?: string
  clientSecret?: string
}

/** The URL of the external broker, if any: one address or several (`brokerAddresses`). */
export const brokerUrl = ({ mqtt }: Partial<Pick<Env, 'mqtt'>>): string | undefined =>
  typeof mqtt === 'object' && 'url' in mqtt ? mqtt.url : undefined

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** Secrets that are copied from an example, or contain a character eight times in a row. */
const SAMPLE = /change.?me|secret|password|example|sample|your.?key|0123456789|abcdefgh|(.)\1{7}/i
const SECRET_BYTES = 32
const SECRET_FILE = 'fleet-master-password.txt'

/**
 * Reads the environment. Empty values count as absent.
 *
 * @throws StartProblem for the first invalid variable
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const value = (name: string) => variables[name]?.trim() || undefined
  const data = resolve(value('FLEET_DATA') ?? resolve(packageRoot, 'data'))
  const databaseUrl = readUrl('DATABASE_URL', value('DATABASE_URL'), ['postgres:', 'postgresql:'])
  return {
    port: readPort('PORT', value('PORT') ?? '5080'),
    host: readHost('HOST', value('HOST') ?? '127.0.0.1'),
    data,
    config: resolve(value('FLEET_CONFIG') ?? resolve(packageRoot, 'config')),
    i18n: value('FLEET_I18N') && resolve(value('FLEET_I18N')!),
    databaseUrl,
    databaseDirectUrl: readUrl('DATABASE_DIRECT_URL', value('DATABASE_DIRECT_URL'), [
      'postgres:',
      'postgresql:',
    ]),
    databasePool: readNumber('DATABASE_POOL', value('DATABASE_POOL') ?? '12', { min: 4, max: 500 }),
    databasePrepare: readSwitch('DATABASE_PREPARE', value('DATABASE_PREPARE'), undefined),
    jwtSecret: readSecret(value('JWT_SECRET')),
    brokerSecret: readBrokerSecret(value('BROKER_SECRET')),
    social: readSocial(variables),
    publicUrl: readPublicUrl(value('PUBLIC_URL')),
    trustProxy: readTrustProxy(value('TRUST_PROXY')),
    demo: readSwitch('FLEET_DEMO', value('FLEET_DEMO'), true),
    masterEmail: readEmail(value('FLEET_MASTER_EMAIL')),
    masterPassword: variables.FLEET_MASTER_PASSWORD || undefined,
    // A server on PostgreSQL has no data folder.
    secretFile: resolve(value('FLEET_SECRET_FILE') ?? resolve(databaseUrl ? '.' : data, SECRET_FILE)),
    drainSeconds: readNumber('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '2', { min: 0, max: 300 }),
    logLevel: readLogLevel(value('LOG_LEVEL')),
    mqtt: readMqtt(value),
  }
}

/** Whether only this machine reaches the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function readMqtt(value: (name: string) => string | undefined): Env['mqtt'] {
  const url = value('MQTT_URL')
  if (url) {
    checkBrokerUrl(url)
    return { url }
  }
  const port = value('MQTT_PORT') ?? '18883'
  if (port === 'off') return 'off'
  const file = (name: string) => (value(name) ? resolve(value(name)!) : undefined)
  const [cert, key] = [file('MQTT_TLS_CERT'), file('MQTT_TLS_KEY')]
  const [authority, revoked] = [file('MQTT_TLS_CA'), file('MQTT_TLS_REVOKED')]
  // Only one of both.
  if (!cert !== !key) throw new StartProblem('mqttTlsHalf')
  if ((authority && !cert) || (revoked && !authority)) throw new StartProblem('mqttTlsAuthority')
  return {
    host: readHost('MQTT_HOST', value('MQTT_HOST') ?? '127.0.0.1'),
    port: readPort('MQTT_PORT', port),
    tls:
      cert && key ? { cert, key, ...(authority && { authority }), ...(revoked && { revoked }) } : undefined,
  }
}

function readPort(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) throw new StartProblem('port', { name, value: text })
  return port
}

function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < min || number > max)
    throw new StartProblem('number', { name, value: text, min, max })
  return number
}

function readHost(name: string, text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
    throw new StartProblem('host', { name, value: text })
  return text
}

/** Does not repeat the value in its message: an address may contain a password. */
function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol) || url.hash)
    throw new StartProblem('url', { name, protocols: protocols.map(protocol => `${protocol}//`).join(', ') })
  return text
}

/** The URL must have no path: the console's links and the API's paths start at the root. */
function readPublicUrl(text: string | undefined): string | undefined {
  const url = readUrl('PUBLIC_URL', text, ['http:', 'https:'])
  if (url === undefined) return undefined
  const { pathname, search, origin } = new URL(url)
  if (/[^/]/.test(pathname) || search) throw new StartProblem('publicUrlPath', { path: pathname, origin })
  return url.replace(/\/+$/, '')
}

function readLogLevel(text = 'info'): LogLevel {
  const level = LOG_LEVELS.find(known => known === text.toLowerCase())
  if (!level) throw new StartProblem('logLevel', { value: text, known: LOG_LEVELS.join(', ') })
  return level
}

function readSecret(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (Buffer.byteLength(text) < SECRET_BYTES) throw new StartProblem('secretShort', { bytes: SECRET_BYTES })
  if (SAMPLE.test(text)) throw new StartProblem('secretSample')
  return text
}

function readBrokerSecret(text: string | undefined): string | undefined {
  if (text !== undefined && (text.length < SECRET_BYTES || !/^[!-~]+$/.test(text) || SAMPLE.test(text)))
    throw new StartProblem('brokerSecret', { bytes: SECRET_BYTES })
  return text
}

/** The last parts of the variables, and their keys in `SocialEnv`. */
const SOCIAL = { ISSUER: 'issuer', CLIENT_ID: 'clientId', CLIENT_SECRET: 'clientSecret' } as const

function readSocial(variables: NodeJS.ProcessEnv): Env['social'] {
  const found: Record<string, SocialEnv> = {}
  for (const [variable, text] of Object.entries(variables)) {
    const [, name, key] = /^OIDC_([A-Z][A-Z0-9]*)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(variable) ?? []
    if (!name || !text?.trim()) continue
    const provider = name.toLowerCase()
    found[provider] = { ...found[provider], [SOCIAL[key as keyof typeof SOCIAL]]: text.trim() }
  }
  return found
}

function readTrustProxy(text: string | undefined): Env['trustProxy'] {
  if (text === undefined || text === '0' || text === 'false') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const isValid = text
    .split(',')
    .map(part => part.trim())
    .every(part => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isNetwork(part))
  if (!isValid) throw new StartProblem('trustProxy', { value: text })
  return text
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return false
  // A prefix of 0 bits would trust all addresses.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

function readSwitch<Fallback>(
  name: string,
  text: string | undefined,
  fallback: Fallback,
): boolean | Fallback {
  if (text === undefined) return fallback
  if (['1', 'true', 'on'].includes(text)) return true
  if (['0', 'false', 'off'].includes(text)) return false
  throw new StartProblem('switch', { name, value: text })
}

function readEmail(text: string | undefined): string | undefined {
  if (text !== undefined && !isEmail(text)) throw new StartProblem('email', { value: text })
  return text
}
