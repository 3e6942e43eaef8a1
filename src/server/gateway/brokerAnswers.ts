/**
 * Answers the requests by which brokers authenticate and authorise clients (security 63): RabbitMQ's
 * `rabbitmq_auth_backend_http` and compatible ones. What the database says is cached for seconds, so that a fleet that
 * comes back at once does not cause a query for each of its packets.
 */

import { isSameText } from '../secret'
import { firstAddress } from '../start/brokerAddresses'
import type { Db } from '../store/database'
import { hashOfSecret } from '../store/gateway/secrets'
import { AccessReader } from './accessReader'
import { mayUseResource, mayUseTopic } from './brokerRules'
import type { Tally } from './tally'

/** What a device asks behind the door is denied so long after its last secret was taken away, at the latest. */
const KEPT_MS = 5_000
/** Answers that are kept; the oldest go first. */
const MOST = 20_000

export const BROKER_QUESTIONS = ['user', 'vhost', 'resource', 'topic'] as const
type BrokerQuestion = (typeof BROKER_QUESTIONS)[number]

/** What a broker sends, by the names of RabbitMQ. */
type BrokerForm = ReadonlyMap<string, string>

interface Kept {
  answer: Promise<boolean>
  until: number
}

export class BrokerAnswers {
  readonly #kept = new Map<string, Kept>()
  readonly #access: AccessReader
  readonly #gateway: { name: string; password: string } | undefined

  /**
   * @param gatewayUrl `MQTT_URL`: the account in it is the gateway's own
   * @param tally counts what is denied
   * @param clock in ms, from anywhere
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

  /** How many answers are kept. */
  get size(): number {
    return this.#kept.size
  }

  /** @throws Refusal 503 when too many are asking */
  async allows(question: BrokerQuestion, form: BrokerForm): Promise<boolean> {
    const isAllowed = await this.#allows(question, form)
    if (!isAllowed)
      this.tally.add(question === 'user' || question === 'vhost' ? 'login refused' : 'topic refused')
    return isAllowed
  }

  async #allows(question: BrokerQuestion, form: BrokerForm): Promise<boolean> {
    const [name, permission] = [form.get('username') ?? '', form.get('permission') ?? '']
    if (name === this.#gateway?.name) return question !== 'user' || this.#isGateway(form)
    if (!IMEI.test(name)) return false
    switch (question) {
      case 'user':
        return this.#isDevice(name, form)
      case 'resource': {
        const asked = { resource: form.get('resource') ?? '', name: form.get('name') ?? '', permission }
        return mayUseResource(name, asked) && this.#isLetIn(name)
      }
      case 'topic':
        return mayUseTopic(name, form.get('routing_key') ?? '', permission) && this.#isLetIn(name)
      case 'vhost':
        return this.#isLetIn(name)
    }
  }

  #isGateway(form: BrokerForm): boolean {
    return isSameText(form.get('password') ?? '', this.#gateway!.password)
  }

  /** A client that calls itself like another would take over its connection. */
  async #isDevice(imei: string, form: BrokerForm): Promise<boolean> {
    const [secret, client] = [form.get('password') ?? '', form.get('client_id') ?? imei]
    if (secret === '' || client !== imei) return false
    const hash = hashOfSecret(imei, secret)
    const key = `${imei} ${hash}`
    const isDevice = await this.#keep(key, async () => (await this.#hashesOf(imei)).includes(hash))
    // Shared by those who ask at this moment, and not kept: a connection that is let in lasts.
    this.#kept.delete(key)
    // What it asks next is of this secret, not of what was known before.
    if (isDevice) this.#put(imei, Promise.resolve(true))
    return isDevice
  }

  /** It still has a secret: taken away, its connection may do nothing more. */
  #isLetIn(imei: string): Promise<boolean> {
    return this.#keep(imei, async () => (await this.#hashesOf(imei)).length > 0)
  }

  async #hashesOf(imei: string): Promise<readonly string[]> {
    return (await this.#access.read(imei))?.hashes ?? []
  }

  #keep(key: string, ask: () => Promise<boolean>): Promise<boolean> {
    const kept = this.#kept.get(key)
    if (kept && kept.until > this.clock()) return kept.answer
    const answer = ask()
    this.#put(key, answer)
    answer.catch(() => {
      if (this.#kept.get(key)?.answer === answer) this.#kept.delete(key)
    })
    return answer
  }

  #put(key: string, answer: Promise<boolean>): void {
    this.#kept.delete(key)
    this.#kept.set(key, { answer, until: this.clock() + KEPT_MS })
    if (this.#kept.size > MOST) this.#kept.delete(this.#kept.keys().next().value!)
  }
}

const IMEI = /^\d{15}$/
