/** Misbehaving devices at the broker within the server; Mosquitto: `processes/mosquitto`, RabbitMQ: `sec/rabbitmq`. */
import { BAD_INPUT_SETTINGS, itRefusesBadInput, logInto, prepareBadInput } from '../support/badInput'
import { newDatabase } from '../support/databases'
import { type Connecting, connectDevice, testGateway } from '../support/gateway'

const db = await newDatabase()
const warned: string[] = []
await prepareBadInput(db)
const gateway = await testGateway(db, { settings: BAD_INPUT_SETTINGS, log: logInto(warned) })
const connect = (imei: string, options?: Connecting) => connectDevice(gateway.port!, imei, options)
const connectWrongly = (imei: string) => connect(imei, { password: 'wrong' })
const world = { db, gateway, warned, connect, connectWrongly }

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
    'a flood': 'ended',
  },
  ['login refused', 'topic refused', 'packet too large', 'flood'],
)
