/** Twenty simulated devices, and a broker that records what they send. */
import type { AedesPublishPacket } from 'aedes'
import { readUpTopic } from '../../src/contract/deviceMessages'
import { luhnDigit } from '../../src/domain/imei'
import type { SimulatorSettings } from '../../src/server/demo/simulator'
import { DEFAULTS } from '../../src/tools/simulate/fleet'
import { startTestBroker } from './testBroker'

interface Message {
  imei: string
  kind: string
  body: Record<string, unknown>
}

/** A broker that admits devices with their secret, and records their messages. */
export async function startBroker() {
  const messages: Message[] = []
  const { broker, url, cutAll } = await startTestBroker({
    authenticate: (_client, user, password, done) => done(null, String(password) === `secret of ${user}`),
  })
  broker.on('publish', ({ topic, payload }: AedesPublishPacket) => {
    const known = readUpTopic(topic)
    if (known) messages.push({ ...known, body: JSON.parse(String(payload)) as Message['body'] })
  })
  return {
    url,
    messages,
    cutAll,
    of: (kind: string, imei?: string) =>
      messages
        .filter(message => message.kind === kind && (imei === undefined || message.imei === imei))
        .map(({ body }) => body),
    send: (topic: string, body: object) =>
      broker.publish(
        { cmd: 'publish', topic, payload: JSON.stringify(body), qos: 1, retain: false, dup: false },
        () => undefined,
      ),
  }
}

export const imeis = Array.from({ length: 20 }, (_, at) => {
  const digits = `3581260900${String(at * 7).padStart(4, '0')}`
  return digits + luhnDigit(digits)
})
export const devices = imeis.map(imei => ({ imei, secret: `secret of ${imei}` }))
export const [first = ''] = imeis
/** Settings with short times for tests. */
export const QUICK: SimulatorSettings = {
  ...DEFAULTS,
  url: '',
  answerMs: [20, 60],
  retryMs: 20,
  connectsPerSecond: 1000,
}
export const order = (id: number, expires: string | null = null) => ({
  id,
  code: 'reboot',
  value: 'NOW',
  expires,
})
