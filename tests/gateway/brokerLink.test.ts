/** The connection of a gateway to a separate broker. */
import { connectAsync } from 'mqtt'
import { expect, it } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import { openBrokerLink } from '../../src/server/gateway/brokerLink'
import { afterFile } from '../support/afterFile'
import { silentLog } from '../support/gateway'
import { startTestBroker } from '../support/testBroker'

const IMEI = '356938035643809'

/** A broker that refuses the first logins, as RabbitMQ does while it cannot reach our server. */
function startBroker(refusals: number) {
  let remainingRefusals = refusals
  return startTestBroker({
    authenticate(_client, _name, _password, done) {
      if (remainingRefusals-- > 0) done(Object.assign(new Error('refused'), { returnCode: 5 }), false)
      else done(null, true)
    },
  })
}

async function openLink(url: string) {
  const received: string[] = []
  let connects = 0
  const link = openBrokerLink(
    { url, id: 'test' },
    {
      onMessage(_topic, payload) {
        received.push(String(payload))
        return undefined
      },
      onUp: () => void connects++,
      onDown: () => undefined,
    },
    silentLog,
  )
  afterFile(() => link.close())
  await expect.poll(() => connects).toBe(1)
  return { link, received }
}

it('connects to a broker that has refused it at first', async () => {
  const { broker, url } = await startBroker(1)
  await openLink(url)
  expect(broker.connectedClients).toBe(1)
})

it('receives messages in their order and acknowledges each of them', async () => {
  const { broker, url } = await startBroker(0)
  const { link, received } = await openLink(url)
  await link.join(['09'])
  let acknowledged = 0
  broker.on('ack', () => void acknowledged++)
  const device = await connectAsync(url)
  afterFile(() => device.endAsync(true))
  // Ten acknowledgements are written together, and 47 is no multiple of ten.
  const sent = Array.from({ length: 47 }, (_, index) => String(index))
  await Promise.all(sent.map(text => device.publishAsync(upTopic(IMEI, 'telemetry'), text, { qos: 1 })))
  await expect.poll(() => received.length).toBe(sent.length)
  expect(received).toEqual(sent)
  await expect.poll(() => acknowledged).toBe(sent.length)
  await device.publishAsync(upTopic(IMEI, 'telemetry'), 'the last', { qos: 1 })
  await expect.poll(() => acknowledged).toBe(sent.length + 1)
})
