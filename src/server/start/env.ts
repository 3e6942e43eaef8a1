/** The environment of the server, read once and checked; a wrong value stops the start with its name. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isEmail } from '../../domain/email'
import { packageRoot } from '../packageRoot'
import { checkBrokerUrl } from './brokerAddresses'
import { StartProblem } from './startProblem'

export interface Env {
  port: number
  host: string
  /** Folder of the data: PGlite's files and the lock. */
  data: string
  /** Folder of the config. */
  config: string
  /** Sentences of the owner, which lie over the delivered ones; `i18n/` of the config folder where it is not said. */
  i18n?: string | undefined
  /** A PostgreSQL server instead of PGlite. */
  databaseUrl?: string
  /** The same database without a pooler in between, for the one connection that listens to changes. */
  databaseDirectUrl?: string
  /** How many connections to that server at most. */
  databasePool: number
  /** Signs the tokens; without it one is made and kept in the database. */
  jwtSecret?: string
  /** With it brokers may ask who is let in (`/broker/…`). */
  brokerSecret?: string
  /** Other services by whose accounts users sign in, by the name that config has for them; nothing is checked here. */
  social: Readonly<Record<string, SocialEnv>>
  /** Under which address browsers reach the console, without a slash at the end. */
  publicUrl?: string
  /**
   * Which proxies are believed about the address of a request: none, a number of hops, or these addresses. Never all:
   * then any sender could choose an address.
   */
  trustProxy: false | number | string
  /** Whether an empty database is filled with the demo fleet. */
  demo: boolean
  masterEmail?: string
  masterPassword?: string
  /** Takes a made-up password where there is no terminal to show it. */
  secretFile: string
  /** How long the server goes on answering after SIGTERM, while `/readyz` refuses. */
  drainSeconds: number
  logLevel: LogLevel
  /**
   * Where devices connect: to a broker within the server, to another one (with the gateway's own account in it; several
   * addresses for a cluster), or nowhere.
   */
  mqtt: EmbeddedMqtt | { url: string } | 'off'
}

/**
 * The broker within the server; with the files of a certificate it speaks TLS alone. Devices may then sign in by
 * certificates of an authority, but for those that a list revokes.
 */
export interface EmbeddedMqtt {
  host: string
  port: number
  tls?: { cert: string; key: string; authority?: string; revoked?: string } | undefined
}

/** `OIDC_{NAME}_ISSUER`, `…_CLIENT_ID` and `…_CLIENT_SECRET`, as far as they are set. */
export interface SocialEnv {
  issuer?: string
  clientId?: string
  clientSecret?: string
}

/**
 * The address of another broker than the one within the server, or those of its nodes (`brokerAddresses`), if there is
 * one.
 */
export const brokerUrl = ({ mqtt }: Partial<Pick<Env, 'mqtt'>>): string | undefined =>
  typeof mqtt === 'object' && 'url' in mqtt ? mqtt.url : undefined

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** Secrets copied from examples are known to everybody. */
const SAMPLE = /change.?me|secret|password|example|sample|your.?key|0123456789|abcdefgh|(.)\1{7}/i
const SECRET_BYTES = 32
const SECRET_FILE = 'fleet-master-password.txt'

/**
 * Reads the environment. Empty values count as absent.
 *
 * @throws StartProblem naming the first variable that is wrong
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
    jwtSecret: readSecret(value('JWT_SECRET')),
    brokerSecret: readBrokerSecret(value('BROKER_SECRET')),
    social: readSocial(variables),
    publicUrl: readPublicUrl(value('PUBLIC_URL')),
    trustProxy: readTrust(value('TRUST_PROXY')),
    demo: readSwitch('FLEET_DEMO', value('FLEET_DEMO'), true),
    masterEmail: readEmail(value('FLEET_MASTER_EMAIL')),
    masterPassword: variables.FLEET_MASTER_PASSWORD || undefined,
    // A server on PostgreSQL has no data folder of its own.
    secretFile: resolve(value('FLEET_SECRET_FILE') ?? resolve(databaseUrl ? '.' : data, SECRET_FILE)),
    drainSeconds: readNumber('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '2', { min: 0, max: 300 }),
    logLevel: readLogLevel(value('LOG_LEVEL')),
    mqtt: readMqtt(value),
  }
}

/** True for addresses that only this machine reaches. */
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

/** The value itself is not repeated: an address may hold a password. */
function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol) || url.hash)
    throw new StartProblem('url', { name, protocols: protocols.map(one => `${one}//`).join(', ') })
  return text
}

/** The console stands at the root of its address: its links and the server's paths begin there. */
function readPublicUrl(text: string | undefined): string | undefined {
  const url = readUrl('PUBLIC_URL', text, ['http:', 'https:'])
  if (url === undefined) return undefined
  const { pathname, search, origin } = new URL(url)
  if (/[^/]/.test(pathname) || search) throw new StartProblem('publicUrlPath', { path: pathname, origin })
  return url.replace(/\/+$/, '')
}

function readLogLevel(text = 'info'): LogLevel {
  const level = LOG_LEVELS.find(one => one === text.toLowerCase())
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

const SOCIAL = { ISSUER: 'issuer', CLIENT_ID: 'clientId', CLIENT_SECRET: 'clientSecret' } as const

function readSocial(variables: NodeJS.ProcessEnv): Env['social'] {
  const found: Record<string, SocialEnv> = {}
  for (const [variable, text] of Object.entries(variables)) {
    const [, name, key] = /^OIDC_([A-Z][A-Z0-9]*)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(variable) ?? []
    if (!name || !text?.trim()) continue
    const known = { ...found[name.toLowerCase()], [SOCIAL[key as keyof typeof SOCIAL]]: text.trim() }
    found[name.toLowerCase()] = known
  }
  return found
}

function readTrust(text: string | undefined): Env['trustProxy'] {
  if (text === undefined || text === '0' || text === 'false') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const known = text
    .split(',')
    .map(part => part.trim())
    .every(part => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isNetwork(part))
  if (!known) throw new StartProblem('trustProxy', { value: text })
  return text
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return false
  // All addresses are no network.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

function readSwitch(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback
  if (['1', 'true'].includes(text)) return true
  if (['0', 'false'].includes(text)) return false
  throw new StartProblem('switch', { name, value: text })
}

function readEmail(text: string | undefined): string | undefined {
  if (text !== undefined && !isEmail(text)) throw new StartProblem('email', { value: text })
  return text
}
