/** Misbehaving devices at the broker within the server; Mosquitto: `processes/mosquitto`, RabbitMQ: `sec/rabbitmq`. */
import { beforeAll } from 'vitest'
import {
  BAD_INPUT_SETTINGS,
  type BrokerWorld,
  itRefusesBadInput,
  logInto,
  prepareBadInput,
} from '../support/badInput'
import { newDatabase } from '../support/databases'
import { type Connecting, connectDevice, testGateway } from '../support/gateway'

let world: BrokerWorld
beforeAll(async () => {
  const db = await newDatabase()
  const warned: string[] = []
  await prepareBadInput(db)
  const gateway = await testGateway(db, { settings: BAD_INPUT_SETTINGS, log: logInto(warned) })
  const connect = (imei: string, options?: Connecting) => connectDevice(gateway.port!, imei, options)
  const connectWrongly = (imei: string) => connect(imei, { password: 'wrong' })
  world = { db, gateway, warned, connect, connectWrongly }
})

itRefusesBadInput(
  () => world,
  {
    'a wrong secret or certificate': 'refused',
    'an unknown IMEI': 'refused',
    'the client id of another': 'refused',
    'presence in the name of another': 'ended',
    'an order to another': 'ended',
    'a subscription with wildcards': 'ignored',
    'a payload of a megabyte': 'ended',
    'JSON of the wrong shape': 'ignored',
    'results that nobody waits for': 'ignored',
    'times ten years ahead and back': 'ignored',
    'a flood': 'ended',
  },
  ['login refused', 'topic refused', 'packet too large', 'flood'],
)
