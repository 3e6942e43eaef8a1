/**
 * The connection to a broker elsewhere: it comes about in the end, and answers every message however many come at once.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { expect, it } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import { openBrokerLink } from '../../src/server/gateway/brokerLink'
import { afterFile } from '../support/afterFile'
import { silentLog } from '../support/gateway'

const IMEI = '356938035643809'

/** Refuses as many logins at first, as RabbitMQ does while the server that it asks is not there yet. */
async function startBroker(refusals: number) {
  let left = refusals
  const broker = await Aedes.createBroker({
    authenticate(_client, _name, _password, done) {
      if (left-- > 0) done(Object.assign(new Error('not now'), { returnCode: 5 }), false)
      else done(null, true)
    },
  })
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    server.close()
    await new Promise<void>(done => broker.close(done))
  })
  return { broker, url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openLink(url: string) {
  const heard: string[] = []
  let ups = 0
  const link = openBrokerLink(
    { url, id: 'test' },
    {
      onMessage(_topic, payload) {
        heard.push(String(payload))
        return undefined
      },
      onUp: () => void ups++,
      onDown: () => undefined,
    },
    silentLog,
  )
  afterFile(() => link.close())
  await expect.poll(() => ups).toBe(1)
  return { link, heard }
}

it('is let in by a broker that has refused it at first', async () => {
  const { broker, url } = await startBroker(1)
  await openLink(url)
  expect(broker.connectedClients).toBe(1)
})

it('hears everything in its order, and acknowledges all of it', async () => {
  const { broker, url } = await startBroker(0)
  const { link, heard } = await openLink(url)
  await link.join(['09'])
  let acknowledged = 0
  broker.on('ack', () => void acknowledged++)
  const device = await connectAsync(url)
  afterFile(() => device.endAsync(true))
  // Neither a multiple of those that leave together nor fewer.
  const sent = Array.from({ length: 47 }, (_, at) => String(at))
  await Promise.all(sent.map(text => device.publishAsync(upTopic(IMEI, 'telemetry'), text, { qos: 1 })))
  await expect.poll(() => heard.length).toBe(sent.length)
  expect(heard).toEqual(sent)
  await expect.poll(() => acknowledged).toBe(sent.length)
  await device.publishAsync(upTopic(IMEI, 'telemetry'), 'the last', { qos: 1 })
  await expect.poll(() => acknowledged).toBe(sent.length + 1)
})
