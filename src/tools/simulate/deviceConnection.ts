/**
 * One MQTT 3.1.1 connection of a simulated device. Uses `mqtt-packet` directly, because a simulator has thousands of
 * connections: a client of `mqtt` takes 50 kB of memory, this one about 15.
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
  /** The last will: published by the broker when the connection is lost. */
  will: { topic: string; payload: string }
}

interface ConnectionEvents {
  /** Called once the broker has accepted the device. */
  open(): void
  message(topic: string, payload: Buffer): void
  /** Called once. @param refused the broker has refused the credentials */
  closed(refused: boolean): void
}

/** Return codes of CONNACK: 4 bad user name or password, 5 not authorized. */
const REFUSAL_CODES = [4, 5]
/**
 * The device closes the connection if the broker acknowledges nothing for this time, even if the broker answers pings:
 * RabbitMQ 3.10 stops serving a connection if it could not check the permissions of the device in time.
 */
const ACKNOWLEDGED_WITHIN_MS = 60_000

export class DeviceConnection {
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  /** Publications and subscriptions by packet id, each with its callback for the acknowledgement. */
  readonly #unacknowledged = new Map<number, (() => void) | undefined>()
  #acknowledgementTimer: NodeJS.Timeout | undefined
  #nextId = 0
  #isRefused = false
  /** Whether anything was received since the last ping. */
  #hasReceived = true
  #pingTimer: NodeJS.Timeout | undefined

  /** @param url `mqtt://` or `mqtts://` */
  constructor(
    url: URL,
    login: Login,
    events: ConnectionEvents,
    private readonly acknowledgedWithinMs = ACKNOWLEDGED_WITHIN_MS,
  ) {
    this.#events = events
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isSecure = url.protocol === 'mqtts:'
    const port = Number(url.port) || (isSecure ? 8883 : 1883)
    // Accept any certificate on this machine: it is issued for the public name of the server, not for localhost.
    this.#socket = isSecure
      ? connectTls({ host, port, rejectUnauthorized: !isLoopback(host) }, () => this.#signIn(login))
      : connectTcp({ host, port, noDelay: true }, () => this.#signIn(login))
    const parser = mqtt.parser()
    parser.on('packet', packet => this.#receive(packet))
    parser.on('error', () => this.cut())
    this.#socket.on('data', bytes => {
      this.#hasReceived = true
      parser.parse(bytes)
    })
    // Handled in 'close', which follows.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      clearInterval(this.#pingTimer)
      clearTimeout(this.#acknowledgementTimer)
      events.closed(this.#isRefused)
    })
  }

  subscribe(topics: readonly string[]): void {
    const subscriptions = topics.map(topic => ({ topic, qos: 1 as const }))
    this.#send({ cmd: 'subscribe', messageId: this.#newPacketId(), subscriptions })
  }

  /** Publishes with QoS 1. @param acknowledged called when the broker has acknowledged it */
  publish(topic: string, message: object, acknowledged?: () => void): void {
    const messageId = this.#newPacketId(acknowledged)
    const payload = JSON.stringify(message)
    this.#send({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false })
  }

  /** Disconnects properly: the broker publishes no will. */
  leave(): void {
    this.#send({ cmd: 'disconnect' })
    this.#socket.end()
  }

  /** Breaks the connection, as when the signal is lost: the broker publishes the will. */
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
    // Twice per keepalive interval, after which the broker considers the device lost.
    this.#pingTimer = setInterval(() => this.#ping(), (keepaliveSeconds * 1000) / 2)
  }

  #ping(): void {
    if (this.#hasReceived) this.#send({ cmd: 'pingreq' })
    else this.cut()
    this.#hasReceived = false
  }

  #receive(packet: Packet): void {
    if (packet.cmd === 'publish') {
      if (packet.qos > 0) this.#send({ cmd: 'puback', messageId: packet.messageId! })
      const { topic, payload } = packet
      this.#events.message(topic, typeof payload === 'string' ? Buffer.from(payload) : payload)
    } else if (packet.cmd === 'puback' || packet.cmd === 'suback') {
      const acknowledged = this.#unacknowledged.get(packet.messageId!)
      this.#unacknowledged.delete(packet.messageId!)
      clearTimeout(this.#acknowledgementTimer)
      this.#acknowledgementTimer = undefined
      if (this.#unacknowledged.size > 0) this.#limitAcknowledgement()
      acknowledged?.()
    } else if (packet.cmd === 'connack') {
      this.#isRefused = REFUSAL_CODES.includes(packet.returnCode ?? 0)
      if (packet.returnCode === 0) this.#events.open()
      else this.cut()
    }
  }

  #send(packet: Packet): void {
    if (this.#socket.writable) this.#socket.write(mqtt.generate(packet))
  }

  /** Registers a packet that the broker must acknowledge. @returns its id, from 1 to 65535 */
  #newPacketId(acknowledged?: () => void): number {
    this.#nextId = (this.#nextId % 0xffff) + 1
    this.#unacknowledged.set(this.#nextId, acknowledged)
    this.#limitAcknowledgement()
    return this.#nextId
  }

  /** Starts the time limit for the next acknowledgement of any packet. */
  #limitAcknowledgement(): void {
    this.#acknowledgementTimer ??= setTimeout(() => this.cut(), this.acknowledgedWithinMs)
  }
}
