/**
 * One MQTT 3.1.1 connection of a simulated device. On `mqtt-packet`, since a simulator has thousands: a client of
 * `mqtt` takes 50 kB of memory, this one about 15.
 */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqtt, { type Packet } from 'mqtt-packet'
import { isLoopback } from '../../server/start/env'

interface Login {
  clientId: string
  username: string
  password: string
  keepaliveSeconds: number
  /** What the broker publishes when the connection is lost. */
  will: { topic: string; payload: string }
}

interface LinkEvents {
  /** Connected and accepted. */
  open(): void
  message(topic: string, payload: Buffer): void
  /** Called once. @param refused the broker accepts these credentials not */
  closed(refused: boolean): void
}

/** Return codes of CONNACK: bad user name or password, not authorized. */
const REFUSALS = [4, 5]
/**
 * A broker that acknowledges nothing for so long has stopped to serve the connection, though it may answer pings:
 * RabbitMQ 3.10 does so when it could not ask in time whether the device may publish.
 */
const ACKNOWLEDGED_WITHIN_MS = 60_000

export class DeviceConnection {
  readonly #socket: Socket
  readonly #events: LinkEvents
  /** Publications and subscriptions, each with what is called when it has been acknowledged. */
  readonly #unacknowledged = new Map<number, (() => void) | undefined>()
  #waiting: NodeJS.Timeout | undefined
  #nextId = 0
  #refused = false
  /** Whether anything has come since the last ping. */
  #alive = true
  #pinging: NodeJS.Timeout | undefined

  /** @param url `mqtt://` or `mqtts://` */
  constructor(
    url: URL,
    login: Login,
    events: LinkEvents,
    private readonly acknowledgedWithinMs = ACKNOWLEDGED_WITHIN_MS,
  ) {
    this.#events = events
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const secure = url.protocol === 'mqtts:'
    const port = Number(url.port) || (secure ? 8883 : 1883)
    // A server's certificate names the address that others know it by, not this machine's own.
    this.#socket = secure
      ? connectTls({ host, port, rejectUnauthorized: !isLoopback(host) }, () => this.#signIn(login))
      : connectTcp({ host, port, noDelay: true }, () => this.#signIn(login))
    const parser = mqtt.parser()
    parser.on('packet', packet => this.#receive(packet))
    parser.on('error', () => this.cut())
    this.#socket.on('data', bytes => {
      this.#alive = true
      parser.parse(bytes)
    })
    // 'close' follows, and says all that matters.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      clearInterval(this.#pinging)
      clearTimeout(this.#waiting)
      events.closed(this.#refused)
    })
  }

  subscribe(topics: readonly string[]): void {
    const subscriptions = topics.map(topic => ({ topic, qos: 1 as const }))
    this.#send({ cmd: 'subscribe', messageId: this.#awaited(), subscriptions })
  }

  /** With QoS 1. @param acknowledged called once the broker has it */
  publish(topic: string, message: object, acknowledged?: () => void): void {
    const messageId = this.#awaited(acknowledged)
    const payload = JSON.stringify(message)
    this.#send({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false })
  }

  /** Takes leave: the broker publishes no will. */
  leave(): void {
    this.#send({ cmd: 'disconnect' })
    this.#socket.end()
  }

  /** As when the signal is lost: the broker publishes the will. */
  cut(): void {
    this.#socket.destroy()
  }

  #signIn({ clientId, username, password, keepaliveSeconds, will }: Login): void {
    this.#send({
      cmd: 'connect',
      clientId,
      username,
      password: Buffer.from(password),
      keepalive: keepaliveSeconds,
      clean: true,
      will: { ...will, qos: 1, retain: false },
    })
    // Twice within the time after which the broker takes the device for lost.
    this.#pinging = setInterval(() => this.#ping(), keepaliveSeconds * 500)
  }

  #ping(): void {
    if (this.#alive) this.#send({ cmd: 'pingreq' })
    else this.cut()
    this.#alive = false
  }

  #receive(packet: Packet): void {
    if (packet.cmd === 'publish') {
      if (packet.qos > 0) this.#send({ cmd: 'puback', messageId: packet.messageId! })
      const { topic, payload } = packet
      this.#events.message(topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
    } else if (packet.cmd === 'puback' || packet.cmd === 'suback') {
      const acknowledged = this.#unacknowledged.get(packet.messageId!)
      this.#unacknowledged.delete(packet.messageId!)
      clearTimeout(this.#waiting)
      this.#waiting = undefined
      if (this.#unacknowledged.size > 0) this.#wait()
      acknowledged?.()
    } else if (packet.cmd === 'connack') {
      this.#refused = REFUSALS.includes(packet.returnCode ?? 0)
      if (packet.returnCode === 0) this.#events.open()
      else this.cut()
    }
  }

  #send(packet: Packet): void {
    if (this.#socket.writable) this.#socket.write(mqtt.generate(packet))
  }

  /** @returns the id of a packet that is to be acknowledged */
  #awaited(acknowledged?: () => void): number {
    this.#nextId = (this.#nextId % 0xffff) + 1
    this.#unacknowledged.set(this.#nextId, acknowledged)
    this.#wait()
    return this.#nextId
  }

  /** For the next acknowledgement, whichever it is. */
  #wait(): void {
    this.#waiting ??= setTimeout(() => this.cut(), this.acknowledgedWithinMs)
  }
}
