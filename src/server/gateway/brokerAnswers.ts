/**
 * Answers the requests by which brokers authenticate and authorise clients (security 63): RabbitMQ's
 * `rabbitmq_auth_backend_http` and compatible ones. Decisions are cached for seconds, so that a fleet that reconnects
 * does not cause a query for each of its packets.
 */
import { isSameSecret } from '../secret'
import { firstAddress } from '../start/brokerAddresses'
import type { Db } from '../store/database'
import { hashOfSecret } from '../store/gateway/secrets'
import { AccessReader } from './accessReader'
import type { Tally } from './tally'
import { mayUseResource, mayUseTopic } from './topicRules'

/** How long a decision is cached: also how long a connected device keeps access after its last secret was revoked. */
const CACHE_MS = 5_000
/** Maximum of cached decisions; the oldest are dropped first. */
const MAX_CACHED = 20_000

export const BROKER_QUESTIONS = ['user', 'vhost', 'resource', 'topic'] as const
type BrokerQuestion = (typeof BROKER_QUESTIONS)[number]

/** The form fields that a broker sends, named as by RabbitMQ. */
type BrokerForm = ReadonlyMap<string, string>

interface CacheEntry {
  isAllowed: Promise<boolean>
  until: number
}

export class BrokerAnswers {
  readonly #cache = new Map<string, CacheEntry>()
  readonly #access: AccessReader
  readonly #gateway: { name: string; password: string } | undefined

  /**
   * @param gatewayUrl `MQTT_URL`, which contains the gateway's own account
   * @param tally counts denied requests
   * @param clock monotonic, in ms
   */
  constructor(
    db: Db,
    now: () => Date,
    gatewayUrl: string | undefined,
    private readonly tally: Pick<Tally, 'add'>,
    private readonly clock = () => performance.now(),
  ) {
    this.#access = new AccessReader(db, now)
    const { username = '', password = '' } = gatewayUrl ? new URL(firstAddress(gatewayUrl)) : {}
    if (username && password)
      this.#gateway = { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  }

  /** The number of cached decisions. */
  get size(): number {
    return this.#cache.size
  }

  /** Decides a request of the broker. @throws Refusal 503 when the database cannot answer all requests in time */
  async allows(question: BrokerQuestion, form: BrokerForm): Promise<boolean> {
    const isAllowed = await this.#decide(question, form)
    if (!isAllowed)
      this.tally.add(question === 'user' || question === 'vhost' ? 'login refused' : 'topic refused')
    return isAllowed
  }

  async #decide(question: BrokerQuestion, form: BrokerForm): Promise<boolean> {
    const name = form.get('username') ?? ''
    const permission = form.get('permission') ?? ''
    if ((form.get('vhost') ?? VHOST) !== VHOST) return false
    if (name === this.#gateway?.name) return question !== 'user' || this.#isGateway(form)
    if (!IMEI.test(name)) return false
    switch (question) {
      case 'user':
        return this.#isDevice(name, form)
      case 'resource': {
        const request = { resource: form.get('resource') ?? '', name: form.get('name') ?? '', permission }
        return mayUseResource(name, request) && this.#hasSecret(name)
      }
      case 'topic':
        return mayUseTopic(name, form.get('routing_key') ?? '', permission) && this.#hasSecret(name)
      case 'vhost':
        return this.#hasSecret(name)
    }
  }

  #isGateway(form: BrokerForm): boolean {
    return isSameSecret(form.get('password') ?? '', this.#gateway!.password)
  }

  /** The client id must be the IMEI: otherwise a device could take over the connection of another device. */
  async #isDevice(imei: string, form: BrokerForm): Promise<boolean> {
    const secret = form.get('password') ?? ''
    const clientId = form.get('client_id') ?? imei
    if (secret === '' || clientId !== imei) return false
    const hash = hashOfSecret(imei, secret)
    const key = `${imei} ${hash}`
    const isDevice = await this.#cached(key, async () => {
      const access = await this.#access.read(imei)
      if (!access?.hashes.includes(hash)) return false
      this.#access.recordSignIn(imei, hash, access)
      return true
    })
    // Only simultaneous requests share this decision: it admits a whole connection, so it must not be stale.
    this.#cache.delete(key)
    // Replaces an older refusal in the cache of `#hasSecret`, which the next requests of this connection would get.
    if (isDevice) this.#store(imei, Promise.resolve(true))
    return isDevice
  }

  /** Whether the device has any valid secret; without one a connected device may do nothing more. */
  #hasSecret(imei: string): Promise<boolean> {
    return this.#cached(imei, async () => (await this.#hashesOf(imei)).length > 0)
  }

  async #hashesOf(imei: string): Promise<readonly string[]> {
    return (await this.#access.read(imei))?.hashes ?? []
  }

  /** Returns the decision in the cache, or else makes it by `decide`. A decision that fails is not cached. */
  #cached(key: string, decide: () => Promise<boolean>): Promise<boolean> {
    const cached = this.#cache.get(key)
    if (cached && cached.until > this.clock()) return cached.isAllowed
    const isAllowed = decide()
    this.#store(key, isAllowed)
    isAllowed.catch(() => {
      if (this.#cache.get(key)?.isAllowed === isAllowed) this.#cache.delete(key)
    })
    return isAllowed
  }

  #store(key: string, isAllowed: Promise<boolean>): void {
    this.#cache.delete(key)
    this.#cache.set(key, { isAllowed, until: this.clock() + CACHE_MS })
    if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!)
  }
}

/** RabbitMQ's default virtual host. EMQX has no virtual hosts. */
const VHOST = '/'
const IMEI = /^\d{15}$/
